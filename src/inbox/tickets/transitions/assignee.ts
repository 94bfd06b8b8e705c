import { userNotInQueue } from "#inbox/tickets/errors.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import * as sql from "./transitions.sql.ts";

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Returns the name of a user, even of a deleted one: old tickets still show it. */
export const userOf = (db: Db, id: number | null): Named | null =>
  id === null ? null : (queryOne(db, sql.nameOfUser, { id }) ?? null);

export const queueOf = (db: Db, id: number | null): Named | null =>
  id === null ? null : (queryOne(db, sql.nameOfQueue, { id }) ?? null);

/** True when this user is active. */
export const isActive = (db: Db, userId: number): boolean =>
  queryOne(db, sql.activeUser, { id: userId, queueId: null }) !== undefined;

/**
 * Checks that a ticket of this queue may be assigned to this user: active, and an admin or a member of the queue.
 * Throws 404 ERR_NO_USER_FOUND, 400 ERR_USER_NOT_IN_QUEUE.
 */
export function requireAssignee(db: Db, userId: number, queueId: number | null): void {
  const user = queryOne(db, sql.activeUser, { id: userId, queueId });
  if (!user) throw notFound("ERR_NO_USER_FOUND");
  if (user.profile !== "admin" && queueId !== null && user.member === 0) throw userNotInQueue();
}
