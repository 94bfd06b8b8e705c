import { type ReadonlySignal, signal } from "@preact/signals-react";

/** Command mode ends by itself after this time, ms (docs/rules/keyboard.md#command-mode). */
const COMMAND_MS = 5_000;

const active = signal(false);
/** While true, the next key is a command and not text. */
export const commandMode: ReadonlySignal<boolean> = active;

let timer: ReturnType<typeof setTimeout> | undefined;
let before: HTMLElement | null = null;

/** Takes the next key as a command. */
export function startCommandMode(): void {
  clearTimeout(timer);
  timer = setTimeout(() => endCommandMode(), COMMAND_MS);
  active.value = true;
}

/** Moves the focus to the strip of commands; it returns when command mode ends. */
export function focusStrip(strip: HTMLElement | null): void {
  before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  strip?.focus();
}

/** Ends command mode; the focus goes back to where it was, unless the person moved it elsewhere. */
export function endCommandMode({ givesFocusBack = true } = {}): void {
  clearTimeout(timer);
  if (!active.peek()) return;
  active.value = false;
  if (givesFocusBack && before?.isConnected) before.focus();
  before = null;
}
