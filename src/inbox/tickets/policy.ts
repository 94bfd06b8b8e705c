import type { UserActor } from "#tenants/tenant.ts";
import type { Ticket } from "./schema.ts";

/** Permissions for tickets (docs/rules/tickets.md#permissions). The web pages import this file too, so it may import only types. */

/** A user whose permissions are checked: a signed-in actor, a viewer behind a socket, or the user of a page. */
export type Person = Pick<UserActor, "id" | "profile" | "queueIds">;
/** The fields of a ticket that permissions depend on; a `TicketAnswer` has them, too. */
export type TicketScope = Pick<Ticket, "status" | "queueId" | "userId" | "userDistributed"> & {
  /** Ids of the participants: a list on the wire, `,3,7,` as stored. */
  readonly participants?: string | readonly number[] | undefined;
};

/** Copies only these fields, so that closures do not keep the whole ticket in memory. */
export const ticketScopeOf = ({
  status,
  queueId,
  userId,
  userDistributed,
  participants,
}: TicketScope): TicketScope => ({ status, queueId, userId, userDistributed, participants });

const isAdmin = (person: Pick<Person, "profile">): boolean => person.profile === "admin";
const isSupervisor = (person: Person): boolean => person.profile === "supervisor";
const hasQueueOf = (person: Person, ticket: TicketScope): boolean =>
  ticket.queueId !== null && person.queueIds.includes(ticket.queueId);
const owns = (person: Person, ticket: TicketScope): boolean => ticket.userId === person.id;
const supervises = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || (isSupervisor(person) && hasQueueOf(person, ticket));
const isOfferedToAnother = (person: Person, ticket: TicketScope): boolean =>
  ticket.userDistributed !== null && ticket.userDistributed !== person.id;

/** Admins and supervisors may list the tickets of all attendants (docs/rules/tickets.md#lists, `showAll` and `users`). */
export const seesEverybody = (person: Person): boolean => isAdmin(person) || isSupervisor(person);

/** Whether a user is a participant of a ticket (docs/rules/participants.md). */
export const isParticipant = (
  person: Pick<Person, "id">,
  { participants = "" }: Pick<TicketScope, "participants">,
): boolean =>
  typeof participants === "string"
    ? participants.includes(`,${person.id},`)
    : participants.includes(person.id);

/**
 * Whether a user sees a ticket and receives its events (docs/rules/tickets.md#permissions,
 * docs/rules/realtime.md#audience): by right, or as a participant.
 */
export const canSee = (person: Person, ticket: TicketScope): boolean =>
  seesByRight(person, ticket) || isParticipant(person, ticket);

/**
 * Whether a user sees a ticket without being its participant. Admins see all tickets. Other users see the tickets of their queues,
 * except those offered to another attendant (supervisors see these, too), and their own open tickets.
 */
export function seesByRight(person: Person, ticket: TicketScope): boolean {
  if (isAdmin(person)) return true;
  if (ticket.status === "open" && owns(person, ticket)) return true;
  if (!hasQueueOf(person, ticket)) return false;
  return isSupervisor(person) || !isOfferedToAnother(person, ticket);
}

/**
 * Whether a user is notified of a ticket: of tickets they see by right, and with `allTicket` also of pending tickets without queue
 * (docs/rules/realtime.md#audience).
 */
export const mayBeNotified = (person: Person & Pick<UserActor, "allTicket">, ticket: TicketScope): boolean =>
  seesByRight(person, ticket) ||
  (person.allTicket && ticket.status === "pending" && ticket.queueId === null && ticket.userId === null);

/** True for the attendant of an open ticket. */
export const isOwner = (person: Person, ticket: TicketScope): boolean =>
  ticket.status === "open" && owns(person, ticket);

/** Settings that decide which tickets of others a user may read. */
export interface ReadingRules {
  /** Setting `userSpyChat`: users may read open tickets of colleagues in their own queues. */
  readonly spying: boolean;
  /** Setting `previewBeforeAccept`: users may read waiting tickets that they may accept. */
  readonly previewing: boolean;
}

/** May read the messages of a visible ticket. */
export function mayRead(person: Person, ticket: TicketScope, rules: ReadingRules): boolean {
  if (isParticipant(person, ticket)) return true;
  if (!seesByRight(person, ticket)) return false;
  if (rules.spying || supervises(person, ticket)) return true;
  if (ticket.status === "pending") return rules.previewing && mayPreview(person, ticket);
  return ticket.status === "closed" || isOwner(person, ticket);
}

/** May read a waiting ticket before accepting it: users who may accept it; for an offered ticket only the user it is offered to. */
export const mayPreview = (person: Person, ticket: TicketScope): boolean =>
  ticket.status === "pending" &&
  mayAccept(person, ticket) &&
  (supervises(person, ticket) || !isOfferedToAnother(person, ticket));

/** May write to the customer: the owner, and admins. The caller checks that the ticket is open. */
export const maySend = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || owns(person, ticket);

/**
 * Has the permission to accept a pending ticket: users of its queue; without queue, admins only. Without the permission an accept
 * gets 403; for a ticket offered to another attendant it gets 409 (`canAcceptNow`).
 */
export const mayAccept = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || hasQueueOf(person, ticket);

/**
 * Whether an accept succeeds now: the ticket is pending, without attendant, and not offered to another attendant, or the user is an
 * admin (docs/rules/tickets.md#accept). The pages use it to offer "accept"; on the server the conditional update has the same
 * condition.
 */
export const canAcceptNow = (person: Person, ticket: TicketScope): boolean =>
  ticket.status === "pending" &&
  ticket.userId === null &&
  mayAccept(person, ticket) &&
  (isAdmin(person) || !isOfferedToAnother(person, ticket));

export const mayReturn = (person: Person, ticket: TicketScope): boolean =>
  owns(person, ticket) || supervises(person, ticket);

/** May snooze an open ticket and end its snooze: the same users as may return it. */
export const maySnooze = mayReturn;

/** May start a follow-up in an open ticket and stop it: the same users as may return it. */
export const mayFollowUp = mayReturn;

/** May close: users who may return the ticket, and for a pending ticket all who see it. */
export const mayClose = (person: Person, ticket: TicketScope): boolean =>
  mayReturn(person, ticket) || (ticket.status === "pending" && seesByRight(person, ticket));

/** May transfer: the same users as may close. */
export const mayTransfer = mayClose;

export const mayReopen = (person: Person, ticket: TicketScope): boolean =>
  owns(person, ticket) || isAdmin(person) || hasQueueOf(person, ticket);

/**
 * May take over an open ticket of another user: admins, supervisors of its queue, and with the setting
 * `attendantsTakeOver` (`attendants`) everyone of its queue.
 */
export const mayTakeOver = (person: Person, ticket: TicketScope, attendants: boolean): boolean =>
  supervises(person, ticket) || (attendants && hasQueueOf(person, ticket));

/**
 * May add participants who do not see the ticket, and remove them: its attendant, supervisors of its queue and admins; for a pending
 * ticket all users who see it by right (docs/rules/participants.md#rights).
 */
export const mayInvite = (person: Person, ticket: TicketScope): boolean =>
  mayReturn(person, ticket) || (ticket.status === "pending" && seesByRight(person, ticket));

/** May undo a close within its undo window: the user who closed, and admins. */
export const mayUndoClose = (
  person: Person,
  { status, closedBy }: Pick<Ticket, "status" | "closedBy">,
): boolean => status === "closed" && (isAdmin(person) || closedBy === person.id);

/** May switch the bot, integration or prompt of a ticket. */
export const maySwitchBot = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || isOwner(person, ticket);

/** May edit a note: its author. */
export const mayEditNote = (person: Pick<Person, "id">, authorId: number | null): boolean =>
  authorId === person.id;

/** May delete a note: its author, and admins. */
export const mayDeleteNote = (person: Person, authorId: number | null): boolean =>
  isAdmin(person) || authorId === person.id;

/** May delete a ticket with all its messages. */
export const mayDelete = isAdmin;
/** May assign a new or reopened ticket to another user. */
export const mayAssign = isAdmin;
/** May open a ticket without a queue, or in a queue of which the user is no member. */
export const mayOpenAnywhere = isAdmin;
