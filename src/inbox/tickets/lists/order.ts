import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Condition } from "./conditions.ts";
import { dueOf, NEVER_DUE, priorityOf, type TicketSort, waitRank, waitsSince, wakesAt } from "./contract.ts";

/** Position of a ticket in the order of newest change. */
export interface RecentCursor {
  /** ms. */
  readonly updatedAt: number;
  readonly id: number;
}
/** The last ticket of a client's page, with its sort key in every order. */
export interface PageCursor extends RecentCursor {
  readonly priority: number;
  readonly rank: number;
  /** ms. */
  readonly since: number;
  /** When it wakes, ms; NaN = it is not snoozed. */
  readonly wakes: number;
  /** When its promised time is due, ms. */
  readonly due: number;
}

export const cursorOf = (ticket: TicketAnswer): PageCursor => ({
  id: ticket.id,
  priority: priorityOf(ticket),
  updatedAt: Date.parse(ticket.updatedAt),
  rank: waitRank(ticket),
  since: Date.parse(waitsSince(ticket)),
  wakes: Date.parse(wakesAt(ticket)),
  due: dueOf(ticket),
});

/** The SQL that sorts a list and continues it after a cursor. */
interface Order<Behind> {
  /**
   * The columns of `ticket t` that the order compares, with the id. No others: each column costs time in every sorted
   * row.
   */
  readonly keys: string;
  /** `ORDER BY` for selected rows. */
  readonly sql: string;
  /** The same `ORDER BY` for `ticket t`. */
  readonly ofTicket: string;
  behind(cursor: Behind): Condition;
}

const DUE = `coalesce(t.sla_due_at, ${NEVER_DUE})`;

/** The orders of docs/rules/tickets.md#order in SQL; pages sort by the same rule in `compareBy`. */
export const ORDERS: Readonly<Record<TicketSort, Order<PageCursor>>> & {
  readonly recent: Order<RecentCursor>;
} = {
  recent: {
    keys: "t.id AS id, t.updated_at AS updated_at",
    sql: "ORDER BY updated_at DESC, id DESC",
    ofTicket: "ORDER BY t.updated_at DESC, t.id DESC",
    behind:
      ({ updatedAt, id }) =>
      (bind) =>
        `(t.updated_at, t.id) < (${bind(updatedAt)}, ${bind(id)})`,
  },
  newest: {
    keys: "t.id AS id, t.waits_since AS waits_since",
    sql: "ORDER BY waits_since DESC, id DESC",
    ofTicket: "ORDER BY t.waits_since DESC, t.id DESC",
    behind:
      ({ since, id }) =>
      (bind) =>
        `(t.waits_since, t.id) < (${bind(since)}, ${bind(id)})`,
  },
  longest: {
    keys: "t.id AS id, t.wait_rank AS wait_rank, t.waits_since AS waits_since",
    sql: "ORDER BY wait_rank, waits_since, id",
    ofTicket: "ORDER BY t.wait_rank, t.waits_since, t.id",
    behind:
      ({ rank, since, id }) =>
      (bind) =>
        `(t.wait_rank, t.waits_since, t.id) > (${bind(rank)}, ${bind(since)}, ${bind(id)})`,
  },
  priority: {
    keys: "t.id AS id, t.priority AS priority, t.wait_rank AS wait_rank, t.waits_since AS waits_since",
    sql: "ORDER BY priority DESC, wait_rank, waits_since, id",
    // A walk reads only tickets of one priority, so the order need not compare it.
    ofTicket: "ORDER BY t.wait_rank, t.waits_since, t.id",
    behind:
      ({ priority, rank, since, id }) =>
      (bind) =>
        `(-t.priority, t.wait_rank, t.waits_since, t.id) > (-${bind(priority)}, ${bind(rank)}, ${bind(since)}, ${bind(id)})`,
  },
  wake: {
    keys: "t.id AS id, t.snoozed_until AS snoozed_until",
    sql: "ORDER BY snoozed_until, id",
    ofTicket: "ORDER BY t.snoozed_until, t.id",
    behind:
      ({ wakes, id }) =>
      (bind) =>
        `(t.snoozed_until, t.id) > (${bind(wakes)}, ${bind(id)})`,
  },
  due: {
    keys: `t.id AS id, ${DUE} AS due, t.wait_rank AS wait_rank, t.waits_since AS waits_since`,
    sql: "ORDER BY due, wait_rank, waits_since, id",
    ofTicket: `ORDER BY ${DUE}, t.wait_rank, t.waits_since, t.id`,
    behind:
      ({ due, rank, since, id }) =>
      (bind) =>
        `(${DUE}, t.wait_rank, t.waits_since, t.id) > (${bind(due)}, ${bind(rank)}, ${bind(since)}, ${bind(id)})`,
  },
};
