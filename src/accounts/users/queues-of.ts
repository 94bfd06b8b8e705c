import { all, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** The user's queues from now on; answers which were lost and whether anything changed. */
export function replaceQueues(
  unit: TenantUnit,
  userId: number,
  queueIds: readonly number[],
): { readonly lost: readonly number[]; readonly changed: boolean } {
  const before = queueIdsOf(unit, userId);
  const lost = before.filter((id) => !queueIds.includes(id));
  const gained = queueIds.filter((id) => !before.includes(id));
  for (const id of lost)
    run(unit.db, "DELETE FROM user_queue WHERE user_id = ? AND queue_id = ?", userId, id);
  for (const id of gained) run(unit.db, "INSERT INTO user_queue VALUES (?, ?)", userId, id);
  return { lost, changed: lost.length + gained.length > 0 };
}

const queueIdsOf = (unit: TenantUnit, userId: number): readonly number[] =>
  all<{ queue_id: number }>(unit.db, "SELECT queue_id FROM user_queue WHERE user_id = ?", userId).map(
    (row) => row.queue_id,
  );
