import type { TicketAnswer, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import type { ListFilter } from "./list-filter.ts";

/** Who looks at the lists. */
export interface Onlooker {
  readonly userId: number;
  readonly isAdmin: boolean;
  /** Admins and supervisors: everybody's tickets. */
  readonly seesEverybody: boolean;
  readonly queueIds: readonly number[];
}

/**
 * True when the onlooker may see the ticket (docs/rules/tickets.md#permissions). The server decides; this only keeps a
 * list right between two answers of it.
 */
export function maySee(ticket: TicketAnswer, onlooker: Onlooker): boolean {
  if (onlooker.isAdmin) return true;
  if (ticket.status === "open" && ticket.userId === onlooker.userId) return true;
  if (ticket.queueId === null || !onlooker.queueIds.includes(ticket.queueId)) return false;
  if (onlooker.seesEverybody) return true;
  return ticket.userDistributed === null || ticket.userDistributed === onlooker.userId;
}

/**
 * True when the onlooker may read what is written in a ticket: their own and resolved ones; waiting ones and those
 * of colleagues only with the spy setting, supervisors and admins always (docs/rules/tickets.md#permissions).
 */
export function mayRead(ticket: TicketAnswer, onlooker: Onlooker, spies: boolean): boolean {
  if (!maySee(ticket, onlooker)) return false;
  if (onlooker.isAdmin || onlooker.seesEverybody || spies) return true;
  return ticket.status === "closed" || (ticket.status === "open" && ticket.userId === onlooker.userId);
}

/**
 * True when the onlooker may take a waiting ticket: one offered to somebody else only as an admin
 * (docs/rules/tickets.md#accept).
 */
export function mayAccept(ticket: TicketAnswer, onlooker: Onlooker): boolean {
  if (onlooker.isAdmin) return true;
  const offeredTo = ticket.userDistributed;
  return maySee(ticket, onlooker) && (offeredTo === null || offeredTo === onlooker.userId);
}

/** A note is deleted by its author or an admin. */
export const mayDeleteNote = ({ user }: Pick<TicketNoteAnswer, "user">, onlooker: Onlooker): boolean =>
  onlooker.isAdmin || user?.id === onlooker.userId;

/**
 * Where a changed ticket goes in a list: `in` it, `out` of it, or `stay` where it is or is not, because only
 * the server can tell (text search).
 */
export function belongs(ticket: TicketAnswer, filter: ListFilter, onlooker: Onlooker): "in" | "out" | "stay" {
  if (!maySee(ticket, onlooker) || !inQueues(ticket, filter.queues)) return "out";
  if (filter.view === "search") return inSearch(ticket, filter);
  if (filter.view === "closed") return ticket.status === "closed" ? "in" : "out";
  if (filter.view === "waiting") return ticket.status === "pending" ? "in" : "out";
  const mine = ticket.userId === onlooker.userId || (filter.everybody && onlooker.seesEverybody);
  return ticket.status === "open" && mine ? "in" : "out";
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
