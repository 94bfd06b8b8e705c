import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { canSee, type Person, seesEverybody } from "#inbox/tickets/policy.ts";
import type { ListFilter } from "./list-filter.ts";

/**
 * Whether a list contains a changed ticket: `in` = yes, `out` = no, `stay` = unknown, because only the server can
 * search text; the ticket then remains in the list or outside it, as before.
 */
export function listMembership(
  ticket: TicketAnswer,
  filter: ListFilter,
  user: Person,
): "in" | "out" | "stay" {
  if (!canSee(user, ticket) || !inQueues(ticket, filter.queues)) return "out";
  if (filter.view === "search") return inSearch(ticket, filter);
  if (filter.view === "closed") return ticket.status === "closed" ? "in" : "out";
  if (filter.view === "waiting") return ticket.status === "pending" ? "in" : "out";
  const mine = ticket.userId === user.id || (filter.everybody && seesEverybody(user));
  const isAsleep = ticket.snooze?.asleep === true;
  return ticket.status === "open" && mine && isAsleep === (filter.view === "snoozed") ? "in" : "out";
}

function inQueues(ticket: TicketAnswer, queues: readonly number[]): boolean {
  return queues.length === 0 || queues.includes(ticket.queueId ?? 0);
}

function inSearch(ticket: TicketAnswer, filter: ListFilter): "out" | "stay" {
  const carried = new Set(ticket.tags.map((tag) => tag.id));
  if (!filter.tags.every((id) => carried.has(id))) return "out";
  if (filter.users.length > 0 && !filter.users.includes(ticket.userId ?? 0)) return "out";
  return "stay";
}
