import { execute, queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./users.sql.ts";

/** Replaces the user's queues; returns the removed ones and whether anything changed. */
export function replaceQueues(
  unit: TenantUnit,
  userId: number,
  queueIds: readonly number[],
): { readonly lost: readonly number[]; readonly changed: boolean } {
  const before = queueIdsOf(unit, userId);
  const lost = before.filter((id) => !queueIds.includes(id));
  const gained = queueIds.filter((id) => !before.includes(id));
  for (const id of lost) execute(unit.db, sql.deleteUserQueue, { userId, id });
  for (const id of gained) execute(unit.db, sql.insertUserQueue, { userId, id });
  return { lost, changed: lost.length + gained.length > 0 };
}

const queueIdsOf = (unit: TenantUnit, userId: number): readonly number[] =>
  queryAll(unit.db, sql.queueIdsOfUser, { userId }).map((row) => row.queue_id);
