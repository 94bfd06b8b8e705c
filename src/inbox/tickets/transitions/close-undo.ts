import type { Ticket, Tracking } from "#inbox/tickets/schema.ts";
import type { Pin } from "#inbox/tickets/triage/pins.ts";

/** Columns that a close clears and an undo restores. */
const RESTORED = [
  "status",
  "unreadMessages",
  "markedUnread",
  "chatbot",
  "useIntegration",
  "promptId",
  "integrationId",
  "queueOptionId",
  "botMenusSent",
  "waitingSince",
  "pendingSince",
  "snoozeMode",
  "snoozedUntil",
  "snoozedBy",
  "asleepSince",
  "wokenAt",
  "wakeReason",
  "wakeReturnAt",
] as const satisfies readonly (keyof Ticket)[];

/** The state stored with a ticket until its close is settled: the cleared columns, and the data that settling needs. */
export interface CloseUndo {
  readonly ticket: Pick<Ticket, (typeof RESTORED)[number]>;
  /** The pins that the close ended. */
  readonly pins: readonly Pin[];
  /** The attendance that ended. */
  readonly trackingId: number | null;
  /** True when the customer may get a text: the close was not silent, the ticket is no group's, and the contact wrote in it. */
  readonly texts: boolean;
  /** True when the contact wrote in this attendance. */
  readonly contactWrote: boolean;
}

/** Builds the state from the ticket before the close. */
export function snapshotForUndo(
  before: Ticket,
  tracking: Tracking | undefined,
  { silent, pins }: { readonly silent: boolean; readonly pins: readonly Pin[] },
): CloseUndo {
  const wroteAt = before.lastCustomerMessageAt;
  const kept = Object.fromEntries(RESTORED.map((key) => [key, before[key]]));
  return {
    ticket: kept as CloseUndo["ticket"],
    pins,
    trackingId: tracking?.id ?? null,
    texts: !silent && !before.isGroup && wroteAt !== null,
    contactWrote: wroteAt !== null && tracking !== undefined && wroteAt >= tracking.createdAt,
  };
}

/** Returns the stored undo state of a close; undefined once the close is settled. */
export const readCloseUndo = ({ closeUndo }: Ticket): CloseUndo | undefined =>
  closeUndo === null ? undefined : (JSON.parse(closeUndo) as CloseUndo);
