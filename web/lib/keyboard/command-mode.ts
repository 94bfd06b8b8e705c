import { type ReadonlySignal, signal } from "@preact/signals-react";

/** Command mode ends after this time without a key, ms (docs/rules/keyboard.md#command-mode). */
const COMMAND_MS = 5_000;

const active = signal(false);
/** While true, the next key is a command and no text. */
export const commandMode: ReadonlySignal<boolean> = active;

let timer: ReturnType<typeof setTimeout> | undefined;
let before: HTMLElement | null = null;

/** Starts command mode: the next key is a command. */
export function startCommandMode(): void {
  clearTimeout(timer);
  timer = setTimeout(() => endCommandMode(), COMMAND_MS);
  active.value = true;
}

/** Moves the focus to the strip of commands; it is restored when command mode ends. */
export function focusStrip(strip: HTMLElement | null): void {
  before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  strip?.focus();
}

/** Ends command mode and restores the focus, unless the user moved it meanwhile. */
export function endCommandMode({ givesFocusBack = true } = {}): void {
  clearTimeout(timer);
  if (!active.peek()) return;
  active.value = false;
  if (givesFocusBack && before?.isConnected) before.focus();
  before = null;
}
