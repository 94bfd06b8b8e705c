import { notifyAdmins } from "#accounts/notices/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { distributionNeedsUsers } from "./errors.ts";
import { QueueUpdated } from "./events.ts";

/** Tickets are given in turn to this many people at least (docs/rules/distribution.md#set-up). */
const FEWEST = 2;

interface Wanted {
  readonly allow: boolean | undefined;
  readonly users: readonly number[] | undefined;
}

/**
 * Writes who gets tickets of the queue in turn; undefined keeps what is. Unknown and deleted users are dropped. Throws
 * 400 ERR_DISTRIBUTION_NEEDS_USERS when it would be on with fewer than two.
 */
export function saveDistribution(unit: TenantUnit, queueId: number, { allow, users }: Wanted): void {
  if (users) {
    const known = users.filter((id) =>
      one(unit.db, "SELECT 1 FROM user WHERE id = ? AND deleted_at IS NULL", id),
    );
    run(unit.db, "DELETE FROM queue_distribution WHERE queue_id = ?", queueId);
    for (const [position, id] of known.entries())
      run(unit.db, "INSERT INTO queue_distribution VALUES (?, ?, ?)", queueId, id, position);
  }
  if (allow !== undefined)
    run(unit.db, "UPDATE queue SET allow_distributed = ? WHERE id = ?", allow ? 1 : 0, queueId);
  if (isShort(unit, queueId)) throw distributionNeedsUsers();
}

/**
 * A user lost these queues (all of them when not named) and gets none of their tickets any more. A queue with fewer
 * than two people left stops distributing, and admins are told.
 */
export function leaveDistribution(unit: TenantUnit, userId: number, queueIds?: readonly number[]): void {
  const listed = all<{ queue_id: number }>(
    unit.db,
    "SELECT queue_id FROM queue_distribution WHERE user_id = ?",
    userId,
  ).map(({ queue_id }) => queue_id);
  for (const queueId of listed.filter((id) => queueIds?.includes(id) ?? true)) {
    run(unit.db, "DELETE FROM queue_distribution WHERE queue_id = ? AND user_id = ?", queueId, userId);
    if (isShort(unit, queueId)) switchOff(unit, queueId);
    unit.emit(QueueUpdated, { queueId });
  }
}

/** The next ticket goes to the person after this one. */
export const moveTurn = (unit: TenantUnit, queueId: number, userId: number): void =>
  void run(unit.db, "UPDATE queue SET last_distributed_user_id = ? WHERE id = ?", userId, queueId);

/** On, with fewer people than it takes. */
const isShort = (unit: TenantUnit, queueId: number): boolean =>
  one(
    unit.db,
    `SELECT 1 FROM queue WHERE id = ?1 AND allow_distributed = 1
       AND (SELECT count(*) FROM queue_distribution WHERE queue_id = ?1) < ?2`,
    queueId,
    FEWEST,
  ) !== undefined;

function switchOff(unit: TenantUnit, queueId: number): void {
  run(unit.db, "UPDATE queue SET allow_distributed = 0, updated_at = ? WHERE id = ?", unit.now, queueId);
  const { name = "" } = one<{ name: string }>(unit.db, "SELECT name FROM queue WHERE id = ?", queueId) ?? {};
  notifyAdmins(unit, {
    code: "distribution_off",
    details: { queueId, name },
    key: `distribution_off:${queueId}:${unit.now}`,
  });
}
