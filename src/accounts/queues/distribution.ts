import { notifyAdmins } from "#accounts/notices/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { distributionNeedsUsers } from "./errors.ts";
import { QueueUpdated } from "./events.ts";
import * as sql from "./queues.sql.ts";

/** Tickets are given in turn to this many people at least (docs/rules/distribution.md#set-up). */
const MIN_USERS = 2;

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
    const known = users.filter((id) => queryOne(unit.db, sql.isUser, { id }));
    execute(unit.db, sql.deleteOrder, { queueId });
    for (const [position, id] of known.entries())
      execute(unit.db, sql.insertIntoOrder, { queueId, id, position });
  }
  if (allow !== undefined)
    execute(unit.db, sql.setAllowDistributed, { allowDistributed: allow ? 1 : 0, queueId });
  if (isShort(unit, queueId)) throw distributionNeedsUsers();
}

/**
 * A user lost these queues (all of them when not named) and gets none of their tickets any more. A queue with fewer
 * than two people left stops distributing, and admins are told.
 */
export function leaveDistribution(unit: TenantUnit, userId: number, queueIds?: readonly number[]): void {
  const listed = queryAll(unit.db, sql.queuesOfUser, { userId }).map(({ queue_id }) => queue_id);
  for (const queueId of listed.filter((id) => queueIds?.includes(id) ?? true)) {
    execute(unit.db, sql.deleteFromOrder, { queueId, userId });
    if (isShort(unit, queueId)) switchOff(unit, queueId);
    unit.emit(QueueUpdated, { queueId });
  }
}

/** The next ticket goes to the person after this one. */
export const moveTurn = (unit: TenantUnit, queueId: number, userId: number): void =>
  void execute(unit.db, sql.setLastDistributedUser, { userId, queueId });

/** On, with fewer people than it takes. */
const isShort = (unit: TenantUnit, queueId: number): boolean =>
  queryOne(unit.db, sql.isShort, { queueId, min: MIN_USERS }) !== undefined;

function switchOff(unit: TenantUnit, queueId: number): void {
  execute(unit.db, sql.disableDistribution, { now: unit.now, queueId });
  const { name = "" } = queryOne(unit.db, sql.queueName, { queueId }) ?? {};
  notifyAdmins(unit, {
    code: "distribution_off",
    details: { queueId, name },
    key: `distribution_off:${queueId}:${unit.now}`,
  });
}
