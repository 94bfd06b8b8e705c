import type { Ticket, Tracking } from "#inbox/tickets/schema.ts";

/** Columns a close empties and an undo restores. */
const RESTORED = [
  "status",
  "unreadMessages",
  "chatbot",
  "useIntegration",
  "promptId",
  "integrationId",
  "queueOptionId",
  "amountUsedBotQueues",
  "waitingSince",
  "pendingSince",
] as const satisfies readonly (keyof Ticket)[];

/** What a close remembers until it settles: the ticket as it was, and what settling needs to know. */
export interface CloseUndo {
  readonly ticket: Pick<Ticket, (typeof RESTORED)[number]>;
  /** The attendance that ended. */
  readonly trackingId: number | null;
  /** Whether the customer may get a text: not silent, no group, and the contact wrote in this ticket. */
  readonly texts: boolean;
  /** The contact wrote in this attendance. */
  readonly contactWrote: boolean;
}

/** Taken from the ticket before it is closed. */
export function snapshotForUndo(before: Ticket, tracking: Tracking | undefined, silent: boolean): CloseUndo {
  const wroteAt = before.lastCustomerMessageAt;
  const kept = Object.fromEntries(RESTORED.map((key) => [key, before[key]]));
  return {
    ticket: kept as CloseUndo["ticket"],
    trackingId: tracking?.id ?? null,
    texts: !silent && !before.isGroup && wroteAt !== null,
    contactWrote: wroteAt !== null && tracking !== undefined && wroteAt >= tracking.createdAt,
  };
}

/** What the close of this ticket remembers; undefined once it has settled. */
export const readCloseUndo = ({ closeUndo }: Ticket): CloseUndo | undefined =>
  closeUndo === null ? undefined : (JSON.parse(closeUndo) as CloseUndo);
