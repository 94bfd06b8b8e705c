import { and, eq, isNull, sql } from "drizzle-orm";
import { type QueueOptionRow, queueOption } from "#accounts/queues/schema.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { MAX_DEPTH } from "./contract.ts";

/** A number first: `10` comes after `9`. */
const inOrder = [sql`CAST(${queueOption.option} AS INTEGER)`, queueOption.id];

/** Every node of a queue's tree, siblings in the order customers see them. */
export const listOptions = (db: Db, queueId: number): readonly QueueOptionRow[] =>
  db
    .select()
    .from(queueOption)
    .where(eq(queueOption.queueId, queueId))
    .orderBy(...inOrder)
    .all();

/** What hangs below one node, or from the queue itself (null). */
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
  one<{ n: number }>(db, "SELECT count(*) AS n FROM queue_option WHERE queue_id = ?", queueId)?.n ?? 0;

/** A node and everything below it, with how deep below it stands (itself 0). */
export const subtreeOf = (db: Db, id: number) =>
  all<{ id: number; level: number; mediaId: number | null }>(db, SUBTREE, id);
const SUBTREE = `WITH RECURSIVE branch (id, level) AS (
    SELECT id, 0 FROM queue_option WHERE id = ?
    UNION SELECT child.id, level + 1 FROM queue_option child JOIN branch ON child.parent_id = branch.id
      WHERE level < ${MAX_DEPTH})
  SELECT branch.id, level, media_id AS mediaId FROM branch JOIN queue_option USING (id)`;

/** On which level a node stands: options of the queue itself are on the first. */
export const depthOf = (db: Db, id: number): number => one<{ n: number }>(db, DEPTH, id)?.n ?? 0;
const DEPTH = `WITH RECURSIVE path (id, parent_id) AS (
    SELECT id, parent_id FROM queue_option WHERE id = ?
    UNION SELECT above.id, above.parent_id FROM queue_option above JOIN path ON above.id = path.parent_id)
  SELECT count(*) AS n FROM path`;
