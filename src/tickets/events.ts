import { defineEvent } from "#platform/events/define-event.ts";
import type { CloseReason, Ticket, Tracking } from "./schema.ts";

/**
 * A ticket is different from what it was; emitted once per ticket and transaction, whatever happened in it:
 * `before` as the transaction found it (null = new), `after` as it left it. For listeners behind the commit.
 */
export interface TicketChange {
  readonly before: Ticket | null;
  readonly after: Ticket;
}
export const TicketChanged = defineEvent<TicketChange>("ticket.changed");

/** Inside the transaction, before the row goes: whatever hangs on it (messages, files) must go first. */
export const TicketDeleting = defineEvent<{ readonly ticket: Ticket }>("ticket.deleting");
export const TicketDeleted = defineEvent<{ readonly ticket: Ticket }>("ticket.deleted");

/** What a verb of a person or of the product did to a ticket. */
interface Step {
  readonly ticket: Ticket;
  readonly previous: Ticket;
  /** Who did it; null = the product. */
  readonly userId: number | null;
}

/**
 * A pending ticket has an attendant now. `greet`: the text of `greetingAcceptedMessage` is due (behaviour 5.2:
 * setting on, no group, not greeted by the same attendant within the hour).
 */
export const TicketAccepted = defineEvent<Step & { readonly userId: number; readonly greet: boolean }>(
  "ticket.accepted",
);
export const TicketReturned = defineEvent<Step>("ticket.returned");

export interface Closing extends Step {
  readonly reason: CloseReason;
  /** The attendance that ended, if one was running. */
  readonly tracking: Tracking | undefined;
  /**
   * Whether the customer may get a rating or completion text at all (behaviour 5.4): not silent, no group, reason
   * neither `merged` nor `import`, and the contact wrote in this ticket.
   */
  readonly texts: boolean;
  /** The contact wrote in this attendance (a condition of the rating, behaviour 11). */
  readonly contactWrote: boolean;
}
export const TicketClosed = defineEvent<Closing>("ticket.closed");
export const TicketReopened = defineEvent<Step>("ticket.reopened");
/** Queue, attendant or connection were changed by a transfer; which, is the difference of `previous` and `ticket`. */
export const TicketTransferred = defineEvent<Step>("ticket.transferred");

/**
 * A pending ticket without attendant has come into its queue and no bot is busy with it: the moment of
 * distribution (behaviour 12). `skipUserId` is passed over in the first pick.
 */
export const TicketQueued = defineEvent<{ readonly ticket: Ticket; readonly skipUserId: number | null }>(
  "ticket.queued",
);

/**
 * The messages of the customer in this ticket were seen: inbound messages become read, and the blue mark may leave
 * when `userId`, the owner, has seen them on the screen (behaviour 2.5). null = answered on the phone.
 */
export const TicketRead = defineEvent<{ readonly ticket: Ticket; readonly userId: number | null }>(
  "ticket.read",
);
