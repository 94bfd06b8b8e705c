import { tellAdmins } from "#notices/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { QueueUpdated } from "#queues/events.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { UserDeleted, UserLeftQueues } from "#users/events.ts";

const LEAVE = `DELETE FROM queue_distribution WHERE user_id = ?1
  AND (?2 IS NULL OR queue_id IN (SELECT value FROM json_each(?2))) RETURNING queue_id AS id`;
const SWITCH_OFF = `UPDATE queue SET allow_distributed = 0 WHERE id = ?1 AND allow_distributed = 1
  AND (SELECT count(*) FROM queue_distribution WHERE queue_id = ?1) < 2`;
const NAME = "SELECT name FROM queue WHERE id = ?";

/** Who leaves a queue or the company leaves its list; one alone is no turn, so distribution ends (behaviour 12). */
export function followLists({ bus }: Installation): void {
  bus.within(UserLeftQueues, (unit, { userId, queueIds }) => leave(unit, userId, JSON.stringify(queueIds)));
  bus.within(UserDeleted, (unit, { userId }) => leave(unit, userId, null));
}

function leave(unit: TenantUnit, userId: number, queueIds: string | null): void {
  for (const { id } of all<{ id: number }>(unit.db, LEAVE, userId, queueIds)) {
    const off = run(unit.db, SWITCH_OFF, id).changes === 1;
    unit.emit(QueueUpdated, { queueId: id });
    if (off) {
      const name = one<{ name: string }>(unit.db, NAME, id)?.name ?? "";
      const key = `distribution_off:${id}:${unit.now}`;
      tellAdmins(unit, { code: "distribution_off", details: { queueId: id, name }, key });
    }
  }
}
