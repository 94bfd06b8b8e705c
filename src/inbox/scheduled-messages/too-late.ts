import { cancelUntried } from "#inbox/messages/index.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { storedSchedule } from "./access.ts";
import { changeScheduledMessage } from "./change.ts";
import { finishFailed } from "./finish.ts";

/** docs/rules/jobs.md#periods: rows per company and run. */
const LIMIT = 200;
const LATE = `SELECT id, outbox_id AS outboxId FROM scheduled_message INDEXED BY scheduled_message_claimed
  WHERE status = 'AGENDADA'
  AND outbox_id IS NOT NULL AND send_at + late_limit_hours * 3600000 < ? ORDER BY send_at, id LIMIT ${LIMIT}`;

/**
 * What waited in the outbox for its connection for longer than it may be late is withdrawn. What was handed over to
 * the network once stays: nobody knows whether it arrived, and it goes on under its own id.
 */
export function giveUpLate(tenant: Tenant): void {
  const late = all<{ id: number; outboxId: number }>(tenant.db, LATE, tenant.clock.now());
  if (late.length === 0) return;
  tenant.write((unit) => {
    for (const { id, outboxId } of late) {
      // Without its outbox row first: its end is ours, not the author's.
      changeScheduledMessage(unit, id, { outboxId: null });
      if (cancelUntried(unit, outboxId)) finishFailed(unit, storedSchedule(unit.db, id), "ERR_TOO_LATE");
      else changeScheduledMessage(unit, id, { outboxId });
    }
  });
}
