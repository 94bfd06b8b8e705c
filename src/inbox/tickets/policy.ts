import type { UserActor } from "#tenants/tenant.ts";
import type { Ticket } from "./schema.ts";

/** Somebody whose rights are asked; a signed-in actor and a viewer behind a socket both fit. */
export type Person = Pick<UserActor, "id" | "profile" | "queueIds">;
/** What rights over a ticket are decided from. */
export type TicketScope = Pick<Ticket, "status" | "queueId" | "userId" | "userDistributed">;

/** Nothing but what rights are decided from: what is kept for a while must not keep the whole ticket with it. */
export const ticketScopeOf = ({ status, queueId, userId, userDistributed }: TicketScope): TicketScope => ({
  status,
  queueId,
  userId,
  userDistributed,
});

const isAdmin = (person: Person): boolean => person.profile === "admin";
const isSupervisor = (person: Person): boolean => person.profile === "supervisor";
const hasQueueOf = (person: Person, ticket: TicketScope): boolean =>
  ticket.queueId !== null && person.queueIds.includes(ticket.queueId);
const owns = (person: Person, ticket: TicketScope): boolean => ticket.userId === person.id;
const supervises = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || (isSupervisor(person) && hasQueueOf(person, ticket));
const isDistributedToAnother = (person: Person, ticket: TicketScope): boolean =>
  ticket.userDistributed !== null && ticket.userDistributed !== person.id;

/** Admins and supervisors may list everybody's tickets (docs/rules/tickets.md#lists, `showAll` and `users`). */
export const seesEverybody = (person: Person): boolean => isAdmin(person) || isSupervisor(person);

/**
 * docs/rules/tickets.md#permissions "see a ticket", and at the same time the audience of its events
 * (docs/rules/realtime.md#audience): admins all; others those of their queues, as long as they are not distributed to
 * somebody else, and an open one they own.
 */
export function canSee(person: Person, ticket: TicketScope): boolean {
  if (isAdmin(person)) return true;
  if (ticket.status === "open" && owns(person, ticket)) return true;
  if (!hasQueueOf(person, ticket)) return false;
  return isSupervisor(person) || !isDistributedToAnother(person, ticket);
}

/**
 * Pending tickets an attendant with `allTicket` is notifiedOf of beside those he sees (docs/rules/realtime.md#audience).
 */
export const mayBeNotified = (person: Person & Pick<UserActor, "allTicket">, ticket: TicketScope): boolean =>
  canSee(person, ticket) ||
  (person.allTicket && ticket.status === "pending" && ticket.queueId === null && ticket.userId === null);

/** The attendant who owns the open ticket. */
export const isOwner = (person: Person, ticket: TicketScope): boolean =>
  ticket.status === "open" && owns(person, ticket);

/** Read the messages, `spying` = the setting userSpyChat is enabled; of visible tickets only. */
export function mayRead(person: Person, ticket: TicketScope, spying: boolean): boolean {
  if (!canSee(person, ticket)) return false;
  if (spying || supervises(person, ticket)) return true;
  return ticket.status === "closed" || isOwner(person, ticket);
}

/** Write to the customer: the owner, and admins in any open ticket; the state is checked apart from it. */
export const maySend = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || owns(person, ticket);

/** Accept a pending ticket; one without queue is for admins. */
export const mayAccept = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || hasQueueOf(person, ticket);

export const mayReturn = (person: Person, ticket: TicketScope): boolean =>
  owns(person, ticket) || supervises(person, ticket);

/** Close: also a pending ticket of an own queue. */
export const mayClose = (person: Person, ticket: TicketScope): boolean =>
  mayReturn(person, ticket) || (ticket.status === "pending" && canSee(person, ticket));

/** Transfer: like closing; a pending ticket that is another's candidate stays with him. */
export const mayTransfer = mayClose;

export const mayReopen = (person: Person, ticket: TicketScope): boolean =>
  owns(person, ticket) || isAdmin(person) || hasQueueOf(person, ticket);

/** Become the attendant of an open ticket of somebody else: admins, and supervisors of its queue. */
export const mayTakeOver = supervises;

/** Take back a close within its undo window: the person who closed, and admins. */
export const mayUndoClose = (
  person: Person,
  { status, closedBy }: Pick<Ticket, "status" | "closedBy">,
): boolean => status === "closed" && (isAdmin(person) || closedBy === person.id);

/** Switch bot, integration or prompt of a ticket. */
export const maySwitchBot = (person: Person, ticket: TicketScope): boolean =>
  isAdmin(person) || isOwner(person, ticket);

/** Delete a ticket with all its messages. */
export const mayDelete = isAdmin;
/** Give a new or reopened ticket to somebody else. */
export const mayAssign = isAdmin;
/** Open a ticket without a queue, or of a queue that is not one's own. */
export const mayOpenAnywhere = isAdmin;
