import { signal } from "@preact/signals-react";

/** A message somebody asked to see, in the ticket it belongs to. */
export const wantedMessage = signal<{ readonly ticketId: number; readonly messageId: number } | null>(null);

/** Asks the conversation of a ticket to go to a message, now or when it opens. */
export function requestJump(ticketId: number, messageId: number): void {
  wantedMessage.value = { ticketId, messageId };
}
