import { notifyAdmins } from "#accounts/notices/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { distributionNeedsUsers } from "./errors.ts";
import { QueueUpdated } from "./events.ts";
import * as sql from "./queues.sql.ts";

/** Minimum number of users for distribution (docs/rules/distribution.md#set-up). */
const MIN_USERS = 2;

interface Wanted {
  readonly allow: boolean | undefined;
  readonly users: readonly number[] | undefined;
}

/**
 * Sets the users of the queue's distribution; undefined keeps them. Unknown and deleted users are dropped.
 * Throws 400 ERR_DISTRIBUTION_NEEDS_USERS when it would be enabled with fewer than two.
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
 * Removes a user from the distribution of these queues (all when not given). A queue left with fewer than two
 * users stops distributing, and admins get a notice.
 */
export function leaveDistribution(unit: TenantUnit, userId: number, queueIds?: readonly number[]): void {
  const listed = queryAll(unit.db, sql.queuesOfUser, { userId }).map(({ queue_id }) => queue_id);
  for (const queueId of listed.filter((id) => queueIds?.includes(id) ?? true)) {
    execute(unit.db, sql.deleteFromOrder, { queueId, userId });
    if (isShort(unit, queueId)) switchOff(unit, queueId);
    unit.emit(QueueUpdated, { queueId });
  }
}

/** The next ticket is offered to the user after this one. */
export const moveTurn = (unit: TenantUnit, queueId: number, userId: number): void =>
  void execute(unit.db, sql.setLastDistributedUser, { userId, queueId });

/** Distribution is enabled with too few users. */
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
