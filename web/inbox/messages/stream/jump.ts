import { signal } from "@preact/signals-react";

/** A message to scroll to, with its ticket. */
export const wantedMessage = signal<{ readonly ticketId: number; readonly messageId: number } | null>(null);

/** Asks the conversation of a ticket to go to a message, now or when it opens. */
export function requestJump(ticketId: number, messageId: number): void {
  wantedMessage.value = { ticketId, messageId };
}
