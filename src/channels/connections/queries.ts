import { and, count, eq, isNull, ne } from "drizzle-orm";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { noConnection } from "./errors.ts";
import * as sql from "./queries.sql.ts";
import { type ConnectionRow, connection } from "./schema.ts";

/** All connections that were not deleted, oldest first. */
export const listConnections = (db: Db): ConnectionRow[] => queryAll(db, sql.all).map(sql.read);

/** A connection that was not deleted. Hand-written SQL: every greeting and send reads it. */
export function findConnection(db: Db, id: number): ConnectionRow | undefined {
  const row = queryOne(db, sql.byId, { id });
  return row === undefined ? undefined : sql.read(row);
}

/** Throws 404 ERR_NO_WAPP_FOUND. */
export function requireConnection(db: Db, id: number): ConnectionRow {
  const row = findConnection(db, id);
  if (!row) throw noConnection();
  return row;
}

export const countConnections = (db: Db): number =>
  db.select({ n: count() }).from(connection).where(isNull(connection.deletedAt)).get()?.n ?? 0;

/** Names are unique in the company, without case. */
export const isNameTaken = (db: Db, name: string, exceptId = 0): boolean =>
  db
    .select({ id: connection.id })
    .from(connection)
    .where(and(eq(connection.name, name), ne(connection.id, exceptId), isNull(connection.deletedAt)))
    .get() !== undefined;

/** Queues of each connection, in the order of the menu (docs/rules/queue-menu.md#queues). */
export function queuesOf(db: Db, connectionIds: readonly number[]): ReadonlyMap<number, QueueRef[]> {
  const found = new Map<number, QueueRef[]>();
  const rows = queryAll(db, sql.queuesOf, { connectionIds: JSON.stringify(connectionIds) });
  for (const { connectionId, ...ref } of rows) {
    const list = found.get(connectionId);
    if (list) list.push(ref);
    else found.set(connectionId, [ref]);
  }
  return found;
}

/** Number of these queues that exist. */
export const countQueues = (db: Db, ids: readonly number[]): number =>
  queryOne(db, sql.countQueues, { ids: JSON.stringify(ids) })?.n ?? 0;
