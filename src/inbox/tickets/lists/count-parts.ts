import { all, type Db, one } from "#platform/db/database.ts";
import { allOf, anyOf, type Condition } from "./conditions.ts";
import type { Part } from "./scope.ts";

const SHARE = `SELECT 1.0 * sum(n.tickets) FILTER (WHERE n.queue_id IN (SELECT value FROM json_each(?)))
  / sum(n.tickets) AS share FROM ticket_count n WHERE n.status = ?`;

/** Number of tickets of one status and queue, maintained by triggers; `queueId` 0 = without queue. */
export interface QueueCount {
  readonly status: Part["status"];
  readonly queueId: number;
  readonly tickets: number;
  /** Those of them with unread messages. */
  readonly unread: number;
}

/** The tickets of these parts by status and queue; reads a few hundred counters, never the tickets. */
export function countsByQueue(db: Db, parts: readonly Part[]): QueueCount[] {
  const { sql, bindings } = anyOf(parts.map(countersOf));
  return all<QueueCount>(
    db,
    `SELECT n.status, n.queue_id AS queueId, sum(n.tickets) AS tickets, sum(n.unread) AS unread
      FROM ticket_count n WHERE ${sql} GROUP BY n.status, n.queue_id HAVING sum(n.tickets) > 0`,
    ...bindings,
  );
}

/** How many tickets these parts have. */
export const countOf = (db: Db, parts: readonly Part[]): number => sum(db, "tickets", parts);

/** How many of them have unread messages. */
export const unreadOf = (db: Db, parts: readonly Part[]): number => sum(db, "unread", parts);

function sum(db: Db, column: "tickets" | "unread", parts: readonly Part[]): number {
  const { sql, bindings } = anyOf(parts.map(countersOf));
  const text = `SELECT sum(n.${column}) AS total FROM ticket_count n WHERE ${sql}`;
  return one<{ total: number | null }>(db, text, ...bindings)?.total ?? 0;
}

/** Which share of all tickets of its status a part of certain queues has, 0 to 1. */
export function shareOf(db: Db, { status, queues }: Part): number {
  const ids = JSON.stringify(queues?.map((id) => id ?? 0) ?? []);
  return one<{ share: number | null }>(db, SHARE, ids, status)?.share ?? 0;
}

/** The same condition as `ofPart`, over the counters instead of the tickets. */
function countersOf(part: Part): Condition {
  const conditions: Condition[] = [{ sql: "n.status = ?", bindings: [part.status] }];
  if (part.queues) {
    const ids = JSON.stringify(part.queues.map((id) => id ?? 0));
    const queues = { sql: "n.queue_id IN (SELECT value FROM json_each(?))", bindings: [ids] };
    const owned = { sql: "n.holder_id = ?", bindings: [part.orOwnerId] };
    conditions.push(part.orOwnerId === null ? queues : anyOf([queues, owned]));
  }
  if (part.ownerId !== null) conditions.push({ sql: "n.holder_id = ?", bindings: [part.ownerId] });
  if (part.candidateId !== null)
    conditions.push({ sql: "n.holder_id IN (0, ?)", bindings: [part.candidateId] });
  return allOf(conditions);
}
