import { signal } from "@preact/signals-react";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";

/** The ticket somebody just took, to answer in it: its text field takes the focus that the pressed button left behind. */
export const composerFocus = signal<number | null>(null);

export function focusComposer(ticketId: number): void {
  if (hasKeyboard()) composerFocus.value = ticketId;
}
