import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { priorityOf } from "#inbox/tickets/lists/contract.ts";
import { canSee, isParticipant, type Person, seesByRight, seesEverybody } from "#inbox/tickets/policy.ts";
import { isOpenView, type ListFilter } from "./list-filter.ts";

type Membership = "in" | "out" | "stay";
/** Evaluates the tickets of views; registered by their code, which is loaded later. */
export const viewEvaluator: {
  evaluate: ((ticket: TicketAnswer, filter: ListFilter, user: Person) => Membership) | null;
} = { evaluate: null };

/**
 * Whether a list contains a changed ticket: `in` = yes, `out` = no, `stay` = unknown, because only the server can
 * search text; the ticket then remains in the list or outside it, as before.
 */
export function listMembership(ticket: TicketAnswer, filter: ListFilter, user: Person): Membership {
  if (!canSee(user, ticket) || !inQueues(ticket, filter.queues)) return "out";
  if (filter.view === "search") return inSearch(ticket, filter, user);
  if (filter.view === "custom") return viewEvaluator.evaluate?.(ticket, filter, user) ?? "stay";
  if (!seesByRight(user, ticket) || !inOwnQueues(ticket, filter.queues, user)) return "out";
  if (filter.view === "closed") return ticket.status === "closed" ? "in" : "out";
  if (isOpenView(filter) && !matchesFilters(ticket, filter, user)) return "out";
  if (filter.view === "waiting") return ticket.status === "pending" ? "in" : "out";
  const isOfEverybody = filter.everybody || (filter.view === "attending" && filter.users.length > 0);
  const mine = ticket.userId === user.id || (isOfEverybody && seesEverybody(user));
  const isAsleep = ticket.snooze?.asleep === true;
  return ticket.status === "open" && mine && isAsleep === (filter.view === "snoozed") ? "in" : "out";
}

/** The filters of the two open lists (docs/rules/triage.md#filters). */
function matchesFilters(ticket: TicketAnswer, filter: ListFilter, user: Person): boolean {
  const { users, connections, priorities, sla, unread } = filter;
  const holder = filter.view === "waiting" ? ticket.userDistributed : ticket.userId;
  return (
    carriesAll(ticket, filter.tags) &&
    (users.length === 0 || !seesEverybody(user) || users.includes(holder ?? 0)) &&
    (connections.length === 0 || connections.includes(ticket.whatsappId)) &&
    (priorities.length === 0 || priorities.includes(priorityOf(ticket))) &&
    (sla.length === 0 || sla.includes(ticket.sla?.state ?? "none")) &&
    (!unread || ticket.unreadMessages > 0 || ticket.markedUnread === true)
  );
}

function carriesAll(ticket: TicketAnswer, tags: readonly number[]): boolean {
  return tags.every((id) => ticket.tags.some((tag) => tag.id === id));
}

function inQueues(ticket: TicketAnswer, queues: readonly number[]): boolean {
  return queues.length === 0 || queues.includes(ticket.queueId ?? 0);
}

/** The queues of a filter are those of the user, unless the user is an admin: also one's own ticket of another queue is left out. */
function inOwnQueues(ticket: TicketAnswer, queues: readonly number[], user: Person): boolean {
  return queues.length === 0 || user.profile === "admin" || user.queueIds.includes(ticket.queueId ?? 0);
}

function inSearch(ticket: TicketAnswer, filter: ListFilter, user: Person): "out" | "stay" {
  if (!carriesAll(ticket, filter.tags)) return "out";
  if (filter.users.length > 0 && !filter.users.includes(ticket.userId ?? 0)) return "out";
  if (filter.mine === "participating" && !isParticipant(user, ticket)) return "out";
  return "stay";
}
