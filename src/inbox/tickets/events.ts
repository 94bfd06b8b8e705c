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

/**
 * Before a ticket is deleted, once or more: listeners remove at most `atMost` of its rows and call `left` when there are
 * more. Each time is a transaction of its own, so that a long conversation does not stop the server.
 */
export const TicketEmptying = defineEvent<{
  readonly ticket: Ticket;
  readonly atMost: number;
  readonly left: () => void;
}>("ticket.emptying");
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
 * A pending ticket has an attendant now. `greet`: the text of `greetingAcceptedMessage` is due
 * (docs/rules/tickets.md#accept: setting on, no group, not greeted by the same attendant within the hour).
 */
export const TicketAccepted = defineEvent<Step & { readonly userId: number; readonly greet: boolean }>(
  "ticket.accepted",
);
export const TicketReturned = defineEvent<Step>("ticket.returned");

/**
 * A ticket has just been closed: what must stop at once (bots, offers) listens to this. Nothing that leaves the
 * product may: the close can still be taken back (docs/rules/tickets.md#undo-close).
 */
export const TicketClosed = defineEvent<Step & { readonly reason: CloseReason }>("ticket.closed");

export interface SettledClose {
  readonly ticket: Ticket;
  /** Who closed it; null = the product. */
  readonly userId: number | null;
  readonly reason: CloseReason;
  /** The attendance that ended, if one was running. */
  readonly tracking: Tracking | undefined;
  /**
   * Whether the customer may get a rating or completion text at all: the close was not silent, no group, reason
   * neither `merged` nor `import`, the contact wrote in this ticket, and no other ticket of the contact runs on the
   * connection.
   */
  readonly texts: boolean;
  /** The contact wrote in this attendance, which is a condition of the rating. */
  readonly contactWrote: boolean;
}
/**
 * A close can no longer be taken back: emitted in the transaction of the close where there is no undo window, else when
 * the window has passed. What leaves the product (texts, rating, webhook) listens to this.
 */
export const TicketCloseSettled = defineEvent<SettledClose>("ticket.close_settled");
/** A close was taken back within its window, by a person or because the customer wrote (`userId` null). */
export const TicketCloseUndone = defineEvent<Step>("ticket.close_undone");
export const TicketReopened = defineEvent<Step>("ticket.reopened");
/** Queue, attendant or connection were changed by a transfer; which, is the difference of `previous` and `ticket`. */
export const TicketTransferred = defineEvent<
  Step & {
    /** The contact gets no text about it. */
    readonly silent?: boolean;
  }
>("ticket.transferred");
/** A person became the attendant of a ticket that `previous.userId` had; comes after its `TicketTransferred`. */
export const TicketTakenOver = defineEvent<Step & { readonly userId: number }>("ticket.taken_over");

/**
 * A pending ticket without attendant has come into its queue and no bot is busy with it: the moment of
 * distribution (docs/rules/distribution.md#trigger). `skipUserId` is passed over in the first pick.
 */
export const TicketQueued = defineEvent<{ readonly ticket: Ticket; readonly skipUserId: number | null }>(
  "ticket.queued",
);

/**
 * The messages of the customer in this ticket were seen: inbound messages become read, and the blue mark may leave
 * when `userId`, the owner, has seen them on the screen (docs/rules/connections.md#read-receipts). null = answered on
 * the phone.
 */
export const TicketRead = defineEvent<{ readonly ticket: Ticket; readonly userId: number | null }>(
  "ticket.read",
);
