import { asc, count, eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { type QueueRow, queue } from "./schema.ts";

/** All queues in the order of the menu. */
export const listQueues = (db: Db): readonly QueueRow[] =>
  db.select().from(queue).orderBy(asc(queue.orderQueue), asc(queue.id)).all();

/** Undefined when the company has no such queue. */
export const findQueue = (db: Db, id: number): QueueRow | undefined =>
  db.select().from(queue).where(eq(queue.id, id)).get();

export const countQueues = (db: Db): number => db.select({ n: count() }).from(queue).get()?.n ?? 0;
