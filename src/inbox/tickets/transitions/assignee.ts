import { userNotInQueue } from "#inbox/tickets/errors.ts";
import { type Db, one } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

const USER = "SELECT id, name FROM user WHERE id = ?";
const QUEUE = "SELECT id, name FROM queue WHERE id = ?";
const ACTIVE = `SELECT u.profile, EXISTS (SELECT 1 FROM user_queue WHERE user_id = u.id AND queue_id = ?2) AS member
  FROM user u WHERE u.id = ?1 AND u.deleted_at IS NULL`;

/** Name of a user, deleted ones included: old tickets keep it. */
export const userOf = (db: Db, id: number | null): Named | null =>
  id === null ? null : (one<Named>(db, USER, id) ?? null);

export const queueOf = (db: Db, id: number | null): Named | null =>
  id === null ? null : (one<Named>(db, QUEUE, id) ?? null);

/** True when this user is active. */
export const isActive = (db: Db, userId: number): boolean => one(db, ACTIVE, userId, null) !== undefined;

/**
 * Checks that a ticket of this queue may be given to this user: active, and an admin or in the queue. Throws
 * 404 ERR_NO_USER_FOUND, 400 ERR_USER_NOT_IN_QUEUE.
 */
export function requireAssignee(db: Db, userId: number, queueId: number | null): void {
  const user = one<{ profile: string; member: number }>(db, ACTIVE, userId, queueId);
  if (!user) throw notFound("ERR_NO_USER_FOUND");
  if (user.profile !== "admin" && queueId !== null && user.member === 0) throw userNotInQueue();
}
