import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { type QueueOptionRow, queueOption } from "#accounts/queues/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./options.sql.ts";

/** Ordered by number: `10` comes after `9`. */
const inOrder = [raw`CAST(${queueOption.option} AS INTEGER)`, queueOption.id];

/** All nodes of a queue's tree, siblings in the order of the menu. */
export const listOptions = (db: Db, queueId: number): readonly QueueOptionRow[] =>
  db
    .select()
    .from(queueOption)
    .where(eq(queueOption.queueId, queueId))
    .orderBy(...inOrder)
    .all();

/** The children of a node, or of the queue itself (null). */
export const listChildren = (db: Db, queueId: number, parentId: number | null): readonly QueueOptionRow[] =>
  db
    .select()
    .from(queueOption)
    .where(
      and(
        eq(queueOption.queueId, queueId),
        parentId === null ? isNull(queueOption.parentId) : eq(queueOption.parentId, parentId),
      ),
    )
    .orderBy(...inOrder)
    .all();

/** Undefined when the company has no such node. */
export const findOption = (db: Db, id: number): QueueOptionRow | undefined =>
  db.select().from(queueOption).where(eq(queueOption.id, id)).get();

export const countOptions = (db: Db, queueId: number): number =>
  queryOne(db, sql.countOptions, { queueId })?.n ?? 0;

/** A node and all its descendants, with their depth below it (itself 0). */
export const subtreeOf = (db: Db, id: number) => queryAll(db, sql.subtree, { id });

/** Level of a node: options of the queue itself are on level 1. */
export const depthOf = (db: Db, id: number): number => queryOne(db, sql.depthOf, { id })?.n ?? 0;
