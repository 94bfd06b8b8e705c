import { asc, count, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { type QueueRow, queue } from "./schema.ts";

/** A queue with who gets its tickets in turn (`"1;5;9"`), and whether it has an option tree. */
export type QueueView = QueueRow & { readonly distributed: string; readonly hasOptions: boolean };

const view = {
  ...getTableColumns(queue),
  distributed: sql<string>`(SELECT coalesce(group_concat(user_id, ';' ORDER BY position), '')
    FROM queue_distribution WHERE queue_distribution.queue_id = queue.id)`,
  hasOptions:
    sql<boolean>`EXISTS (SELECT 1 FROM queue_option WHERE queue_option.queue_id = queue.id)`.mapWith(Boolean),
};

/** All queues in the order of the menu. */
export const listQueues = (db: Db): readonly QueueView[] =>
  db.select(view).from(queue).orderBy(asc(queue.orderQueue), asc(queue.id)).all();

/** Undefined when the company has no such queue. */
export const findQueue = (db: Db, id: number): QueueView | undefined =>
  db.select(view).from(queue).where(eq(queue.id, id)).get();

export const countQueues = (db: Db): number => db.select({ n: count() }).from(queue).get()?.n ?? 0;
