/**
 * The orders of the ticket lists (docs/rules/tickets.md#order): `recent` = newest change first, `longest` = longest
 * wait first, `newest` = shortest wait first, `priority` = most urgent first, then the longest wait, `wake` = the snoozed
 * ticket that wakes soonest first, `due` = the promised time that is or was due first, tickets without one last.
 */
export const TICKET_SORTS = ["recent", "longest", "newest", "priority", "wake", "due"] as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** States of the promised time by which lists are filtered (docs/rules/sla.md#chip). */
export const SLA_FILTERS = ["none", "running", "soon", "missed"] as const;
export type SlaFilter = (typeof SLA_FILTERS)[number];

/** The fields of a ticket that determine its order; a `TicketAnswer` has them. */
export interface Ordered {
  readonly id: number;
  readonly status: "pending" | "open" | "closed";
  readonly chatbot: boolean;
  readonly useIntegration: boolean;
  readonly priority?: number | undefined;
  readonly waitingSince: string | null;
  readonly pendingSince: string | null;
  readonly snooze?: { readonly until: string } | null | undefined;
  readonly sla?: { readonly dueAt: string | null } | null | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * 0 = the customer waits for a person; 1 = the customer does not wait: a bot is active in the pending ticket, or the company wrote
 * last in the open one. The same rule as column `wait_rank`.
 */
export const waitRank = ({ status, chatbot, useIntegration, waitingSince }: Ordered): 0 | 1 =>
  (status === "pending" ? chatbot || useIntegration : waitingSince === null) ? 1 : 0;

/** Time since which the ticket waits, ISO. The same rule as column `waits_since`. */
export const waitsSince = ({ waitingSince, pendingSince, createdAt }: Ordered): string =>
  waitingSince ?? pendingSince ?? createdAt;

/** Priority of a ticket; answers of an earlier release have none, which means normal. */
export const priorityOf = ({ priority = 2 }: Pick<Ordered, "priority">): number => priority;

/** When the ticket wakes, ISO; "" = it is not snoozed. */
export const wakesAt = ({ snooze }: Pick<Ordered, "snooze">): string => snooze?.until ?? "";

/** Sorts after every due time, ms. */
export const NEVER_DUE = 9e15;
/** When the promised time is due, ms. */
export const dueOf = ({ sla }: Pick<Ordered, "sla">): number =>
  sla?.dueAt ? Date.parse(sla.dueAt) : NEVER_DUE;

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Compares two tickets of a list in one of its orders: negative = `a` comes first. The server sorts its lists in this
 * order, and the page inserts tickets that change while it is open in the same order.
 */
export function compareBy(sort: TicketSort): (a: Ordered, b: Ordered) => number {
  const byWait = (a: Ordered, b: Ordered) =>
    waitRank(a) - waitRank(b) || byText(waitsSince(a), waitsSince(b)) || a.id - b.id;
  if (sort === "longest") return byWait;
  if (sort === "priority") return (a, b) => priorityOf(b) - priorityOf(a) || byWait(a, b);
  if (sort === "due") return (a, b) => dueOf(a) - dueOf(b) || byWait(a, b);
  if (sort === "wake") return (a, b) => byText(wakesAt(a), wakesAt(b)) || a.id - b.id;
  const time = sort === "newest" ? waitsSince : ({ updatedAt }: Ordered) => updatedAt;
  return (a, b) => byText(time(b), time(a)) || b.id - a.id;
}
