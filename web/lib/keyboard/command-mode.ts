import { type ReadonlySignal, signal } from "@preact/signals-react";

/** Command mode ends after this time without a key, ms (docs/rules/keyboard.md#command-mode). */
const COMMAND_MS = 5_000;

const active = signal(false);
/** While true, the next key is a command and no text. */
export const commandMode: ReadonlySignal<boolean> = active;

/** True once a command had no effect because the focused element was removed before the letter was pressed; the shell shows it. */
export const isCommandMissed = signal(false);

let timer: ReturnType<typeof setTimeout> | undefined;
/** The element that had the focus when command mode started. */
let before: HTMLElement | null = null;

/** Starts command mode: the next key is a command on the focused element. */
export function startCommandMode(): void {
  clearTimeout(timer);
  timer = setTimeout(() => endCommandMode(), COMMAND_MS);
  if (active.peek()) return;
  before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  active.value = true;
}

/** Ends command mode and restores the focus, unless the user moved it meanwhile. False: the focused element was removed. */
export function endCommandMode({ givesFocusBack = true } = {}): boolean {
  clearTimeout(timer);
  if (!active.peek()) return true;
  active.value = false;
  const isThere = before?.isConnected ?? true;
  if (givesFocusBack && isThere) before?.focus();
  before = null;
  return isThere;
}
