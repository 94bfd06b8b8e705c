import { signal } from "@preact/signals-react";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";

/** The ticket whose composer should take the focus after the user accepted or took it over. */
export const composerFocus = signal<number | null>(null);

export function focusComposer(ticketId: number): void {
  if (hasKeyboard()) composerFocus.value = ticketId;
}
