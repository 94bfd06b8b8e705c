import type { QueueRef } from "#accounts/queues/contract.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { noConnection } from "./errors.ts";
import { type ConnectionRow, connection } from "./schema.ts";

const { columns, read } = rowReader(connection);
const ALL = `SELECT ${columns} FROM connection WHERE deleted_at IS NULL ORDER BY id`;
const BY_ID = `SELECT ${columns} FROM connection WHERE id = ? AND deleted_at IS NULL`;

/** All connections that were not deleted, oldest first. */
export const listConnections = (db: Db): ConnectionRow[] => all(db, ALL).map(read);

/** A connection that was not deleted. Hand-written: every greeting and send reads it. */
export function findConnection(db: Db, id: number): ConnectionRow | undefined {
  const row = one(db, BY_ID, id);
  return row === undefined ? undefined : read(row);
}

/** Throws 404 ERR_NO_WAPP_FOUND. */
export function requireConnection(db: Db, id: number): ConnectionRow {
  const row = findConnection(db, id);
  if (!row) throw noConnection();
  return row;
}

export const countConnections = (db: Db): number =>
  one<{ n: number }>(db, "SELECT count(*) AS n FROM connection WHERE deleted_at IS NULL")?.n ?? 0;

const QUEUES = `SELECT cq.connection_id AS connectionId, q.id, q.name, q.color
  FROM connection_queue cq JOIN queue q ON q.id = cq.queue_id
  WHERE cq.connection_id IN (SELECT value FROM json_each(?)) ORDER BY q.order_queue, q.id`;

/** Queues of each connection in the order of the menu (docs/rules/queue-menu.md#queues). */
export function queuesOf(db: Db, connectionIds: readonly number[]): ReadonlyMap<number, QueueRef[]> {
  const found = new Map<number, QueueRef[]>();
  const rows = all<QueueRef & { connectionId: number }>(db, QUEUES, JSON.stringify(connectionIds));
  for (const { connectionId, ...ref } of rows) {
    const list = found.get(connectionId);
    if (list) list.push(ref);
    else found.set(connectionId, [ref]);
  }
  return found;
}

/** How many of these queues exist. */
export const countQueues = (db: Db, ids: readonly number[]): number =>
  one<{ n: number }>(
    db,
    "SELECT count(*) AS n FROM queue WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  )?.n ?? 0;
