import { rowReader } from "#platform/db/columns.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { QueueUses } from "./contract.ts";
import { noQueue } from "./errors.ts";
import * as sql from "./queues.sql.ts";
import { type QueueRow, queue } from "./schema.ts";

/** A queue with the users of its distribution in order (`"1;5;9"`), and whether it has an option tree. */
export type QueueView = QueueRow & { readonly distributed: string; readonly hasOptions: boolean };

const { read } = rowReader(queue, "q");

export type Found = QueueRow & { readonly distributed: string; readonly hasOptions: number };
const viewOf = (row: Found): QueueView => ({ ...row, ...read(row), hasOptions: row.hasOptions === 1 });

/** All queues in the order of the queue menu. */
export const listQueues = (db: Db): readonly QueueView[] => queryAll(db, sql.allQueues).map(viewOf);

/** Undefined when the company has no such queue. Hand-written SQL: runs for every message a bot handles. */
export function findQueue(db: Db, id: number): QueueView | undefined {
  const row = queryOne(db, sql.queueById, { id });
  return row && viewOf(row);
}

export const countQueues = (db: Db): number => queryOne(db, sql.countQueues)?.n ?? 0;

/** Counts of rows that refer to a queue, by features that own them; each adds its own when it is wired. */
export const QueueUsesPort =
  definePort<Map<"tickets" | "connections", (db: Db, queueId: number) => number>>("queue uses");

/**
 * `GET /queue/{id}/uses`, admins: number of rows that deleting the queue would affect. Rule:
 * docs/rules/queues.md#deleting. Throws 404 ERR_NO_QUEUE_FOUND.
 */
export function usesOf({ tenant }: UserCtx, id: number): QueueUses {
  if (!findQueue(tenant.db, id)) throw noQueue();
  const own = queryOne(tenant.db, sql.usesOfQueue, { id });
  const counters = tenant.installation.ports.find(QueueUsesPort);
  const count = (name: "tickets" | "connections") => counters?.get(name)?.(tenant.db, id) ?? 0;
  return {
    users: 0,
    options: 0,
    leads: 0,
    ...own,
    tickets: count("tickets"),
    connections: count("connections"),
  };
}
