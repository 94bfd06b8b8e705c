import { defineEvent } from "#platform/events/define-event.ts";
import type { WakeReason } from "./contract.ts";
import type { CloseReason, Ticket, Tracking } from "./schema.ts";

/**
 * A ticket changed. Emitted once per ticket and transaction, with all changes of the transaction: `before` is the state
 * at its beginning (null = new), `after` the state at its end. For listeners after the commit.
 */
export interface TicketChange {
  readonly before: Ticket | null;
  readonly after: Ticket;
}
export const TicketChanged = defineEvent<TicketChange>("ticket.changed");

/** One action added a tag to many tickets; nothing else in them changed, and no `ticket.changed` is emitted. */
export const TicketsTagged = defineEvent<{ readonly tickets: readonly Ticket[] }>("tickets.tagged");

/** A tag was added to a ticket that did not have it; emitted within the transaction, for rules. */
export const TagAdded = defineEvent<{ readonly ticket: Ticket; readonly tagId: number }>("ticket.tag_added");

/**
 * Emitted before a ticket is deleted, once or several times: a listener removes at most `atMost` of its rows and calls
 * `left` when more are left. Each emission is a separate transaction, so that a long conversation does not block the
 * server.
 */
export const TicketEmptying = defineEvent<{
  readonly ticket: Ticket;
  readonly atMost: number;
  readonly left: () => void;
}>("ticket.emptying");
/**
 * Emitted within the transaction, before the row is deleted: listeners delete rows that refer to it (messages, files).
 */
export const TicketDeleting = defineEvent<{ readonly ticket: Ticket }>("ticket.deleting");
export const TicketDeleted = defineEvent<{ readonly ticket: Ticket }>("ticket.deleted");

/** The common fields of an action on a ticket by a user or by the product. */
interface Step {
  readonly ticket: Ticket;
  readonly previous: Ticket;
  /** The user who did it; null = the product. */
  readonly userId: number | null;
}

/**
 * A pending ticket was accepted. `greet`: the text of `greetingAcceptedMessage` must be sent
 * (docs/rules/tickets.md#accept: setting on, no group, not greeted by the same attendant within the hour).
 */
export const TicketAccepted = defineEvent<Step & { readonly userId: number; readonly greet: boolean }>(
  "ticket.accepted",
);
export const TicketReturned = defineEvent<Step>("ticket.returned");

/**
 * A ticket was closed. Listeners stop bots and offers immediately. They must not send anything, because the close can still be
 * undone (docs/rules/tickets.md#undo-close).
 */
export const TicketClosed = defineEvent<Step & { readonly reason: CloseReason }>("ticket.closed");

export interface SettledClose {
  readonly ticket: Ticket;
  /** The user who closed it; null = the product. */
  readonly userId: number | null;
  readonly reason: CloseReason;
  /** The attendance that ended, if one was running. */
  readonly tracking: Tracking | undefined;
  /**
   * True when the customer may get a rating or completion text: the close was not silent, the ticket is no group's, the reason is
   * neither `merged` nor `import`, the contact wrote in this ticket, and has no other running ticket on the connection.
   */
  readonly texts: boolean;
  /** True when the contact wrote in this attendance, which is a condition of the rating. */
  readonly contactWrote: boolean;
}
/**
 * A close can no longer be undone. Emitted when the undo window has passed; without an undo window, in the transaction of the close.
 * Texts, rating and webhooks are sent by listeners of this event.
 */
export const TicketCloseSettled = defineEvent<SettledClose>("ticket.close_settled");
/** A close was undone within its window, by a person or because the customer wrote (`userId` null). */
export const TicketCloseUndone = defineEvent<Step>("ticket.close_undone");
export const TicketReopened = defineEvent<Step>("ticket.reopened");
/** A transfer changed queue, attendant or connection: the difference of `previous` and `ticket`. */
export const TicketTransferred = defineEvent<
  Step & {
    /** True = the contact gets no text about the transfer. */
    readonly silent?: boolean;
    /** Whether the bot of the queue starts; absent = the setting `transferStartsBot`. No bot starts when the product transfers. */
    readonly startBot?: boolean | undefined;
  }
>("ticket.transferred");
/** A user took over the ticket of `previous.userId`; emitted after the `TicketTransferred` of the same take-over. */
export const TicketTakenOver = defineEvent<Step & { readonly userId: number }>("ticket.taken_over");

/** Tags or custom fields of a ticket changed; its row did not. */
export const TicketRelabelled = defineEvent<{ readonly ticketId: number }>("ticket.relabelled");

/** The priority of a ticket changed: the difference of `previous` and `ticket` (docs/rules/triage.md#priority). */
export const TicketPrioritised = defineEvent<Step>("ticket.prioritised");
/** An open ticket was put to sleep (docs/rules/tickets.md#snooze). */
export const TicketSnoozed = defineEvent<Step>("ticket.snoozed");
/** A snooze is over: its time came, the customer wrote, or a person ended it. */
export const TicketWoken = defineEvent<Step & { readonly reason: WakeReason }>("ticket.woken");

/** A user pinned or unpinned a ticket, for themselves only. */
export const TicketPinsChanged = defineEvent<{ readonly userId: number }>("ticket.pins_changed");

/**
 * A pending ticket without attendant entered its queue and no bot is active: distribution starts
 * (docs/rules/distribution.md#trigger). `skipUserId` is skipped in the first pick.
 */
export const TicketQueued = defineEvent<{ readonly ticket: Ticket; readonly skipUserId: number | null }>(
  "ticket.queued",
);

/** Tickets of a contact move to another in steps before the contacts are merged; the merge may still be interrupted. */
export const TicketsMoving = defineEvent<{ readonly fromContactId: number; readonly toContactId: number }>(
  "tickets.moving",
);

/**
 * The customer's messages in this ticket count as read. `userId`: who opened the ticket or answered; null = answered on
 * the phone. A read receipt is sent only if that user owns the open ticket (docs/rules/connections.md#read-receipts).
 */
export const TicketRead = defineEvent<{ readonly ticket: Ticket; readonly userId: number | null }>(
  "ticket.read",
);

/** A user no longer takes part in a ticket. */
export const ParticipantRemoved = defineEvent<{ readonly userId: number }>("ticket.participant_removed");
/** A note was written, edited or deleted. */
export const NoteChanged = defineEvent<{
  readonly action: "create" | "update" | "delete";
  readonly noteId: number;
  readonly ticket: Ticket;
}>("ticket.note_changed");
export { ResolutionDeleting } from "./resolutions/events.ts";
