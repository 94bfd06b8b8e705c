import { rowReader } from "#platform/db/columns.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
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
