import { signal } from "@preact/signals-react";

/** A message to scroll to, with its ticket. */
export const wantedMessage = signal<{ readonly ticketId: number; readonly messageId: number } | null>(null);

/** Requests that the conversation of a ticket scrolls to a message, now or when it is opened. */
export function requestJump(ticketId: number, messageId: number): void {
  wantedMessage.value = { ticketId, messageId };
}
