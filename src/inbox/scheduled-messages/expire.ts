import { cancelUntried } from "#inbox/messages/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { storedSchedule } from "./access.ts";
import { changeScheduledMessage } from "./change.ts";
import { finishFailed } from "./finish.ts";
import * as sql from "./scheduled-messages.sql.ts";

/**
 * What waited in the outbox for its connection for longer than it may be late is withdrawn. Messages that were
 * dispatched once stay: whether they arrived is unknown, and they continue under their own id.
 */
export function expireLate(tenant: Tenant): void {
  const late = queryAll(tenant.db, sql.lateMessages, { now: tenant.clock.now() });
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
