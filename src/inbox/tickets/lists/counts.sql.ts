import { query } from "#platform/db/query.ts";
import { type Condition, statement } from "./conditions.ts";
import type { Part } from "./scope.ts";

type None = Record<never, never>;

export const openByUser = query<None, { userId: number; awake: number; asleep: number }>(
  `SELECT user_id AS userId, sum(asleep_since IS NULL) AS awake, sum(asleep_since IS NOT NULL) AS asleep FROM ticket
  WHERE status = 'open' AND user_id IS NOT NULL GROUP BY user_id`,
);
/** The running tickets of each queue, from the stored counters. */
export const runningByQueue = query<None, { queueId: number; open: number; pending: number }>(
  `SELECT queue_id AS queueId, sum(iif(status = 'open', tickets - asleep, 0)) AS open,
    sum(iif(status = 'pending', tickets, 0)) AS pending
  FROM ticket_count WHERE status IN ('open', 'pending') AND queue_id <> 0
  GROUP BY queue_id HAVING sum(tickets) > 0`,
);
/** `queueIds` is a JSON list; 0 = without queue. */
export const shareOfQueues = query<{ queueIds: string; status: Part["status"] }, { share: number | null }>(
  `SELECT 1.0 * sum(n.tickets) FILTER (WHERE n.queue_id IN (SELECT value FROM json_each(:queueIds)))
  / sum(n.tickets) AS share FROM ticket_count n WHERE n.status = :status`,
);
export const everyTicket = query<None, { n: number | null }>("SELECT sum(tickets) AS n FROM ticket_count");

/** Number of tickets of one status and queue, maintained by triggers; `queueId` 0 = without queue. */
export interface QueueCount {
  readonly status: Part["status"];
  readonly queueId: number;
  readonly tickets: number;
  /** The number of those tickets that are asleep. */
  readonly asleep: number;
  /** The number of those tickets that are awake and have unread messages. */
  readonly unread: number;
}
export const countersByQueue = (counters: Condition) =>
  statement<QueueCount>(
    (bind) => `SELECT n.status, n.queue_id AS queueId, sum(n.tickets) AS tickets, sum(n.asleep) AS asleep,
        sum(n.unread) AS unread
      FROM ticket_count n WHERE ${counters(bind)} GROUP BY n.status, n.queue_id HAVING sum(n.tickets) > 0`,
  );
/** A column of the counters; `awake` = the tickets that are not asleep. */
export type Counted = "tickets" | "unread" | "asleep" | "awake";
export const sumOfCounters = (counted: Counted, counters: Condition) =>
  statement<{ total: number | null }>(
    (bind) =>
      `SELECT sum(n.${counted === "awake" ? "tickets - n.asleep" : counted}) AS total FROM ticket_count n
      WHERE ${counters(bind)}`,
  );
/**
 * Which tickets a count reads: `running` = those that are not closed, from their index; `selected` = those whose ids the condition
 * selects, where the planner would otherwise read all that are not closed; `all` = the planner chooses.
 */
type Counting = "running" | "selected" | "all";
const READING: Readonly<Record<Counting, string>> = {
  running: "INDEXED BY ticket_waiting WHERE t.status <> 'closed' AND",
  selected: "NOT INDEXED WHERE",
  all: "WHERE",
};
/** Counts the matching tickets, at most `most` of them. */
export const countTickets = (where: Condition, { of, most }: { of: Counting; most: number }) =>
  statement<{ n: number }>(
    (bind) =>
      `SELECT count(*) AS n FROM (SELECT 1 FROM ticket t ${READING[of]} ${where(bind)} LIMIT ${most})`,
  );
/** How many tickets have a tag, counted up to `most`. */
export const usesOfTag = (tagId: number, most: number) =>
  statement<{ n: number }>(
    (bind) =>
      `SELECT count(*) AS n FROM (SELECT 1 FROM ticket_tag WHERE tag_id = ${bind(tagId)} LIMIT ${most})`,
  );
/** How many tickets have one of these users as attendant, counted up to `most`; `ids` is a JSON list. */
export const ticketsOfUsers = (ids: string, most: number) =>
  statement<{ n: number }>(
    (bind) => `SELECT count(*) AS n FROM (SELECT 1 FROM ticket
      WHERE user_id IN (SELECT value FROM json_each(${bind(ids)})) LIMIT ${most})`,
  );
