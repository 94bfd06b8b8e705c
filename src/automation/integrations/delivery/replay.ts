import type { DeliveryAnswer } from "#automation/integrations/contract.ts";
import { noDelivery, notSupported } from "#automation/integrations/errors.ts";
import { isHook } from "#automation/integrations/policy.ts";
import { presentDelivery } from "#automation/integrations/present.ts";
import { findDelivery, findIntegration } from "#automation/integrations/queries.ts";
import { one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { comesUp } from "./rows.ts";

const BUSY = `SELECT 1 FROM integration_delivery WHERE integration_id = ? AND lane = ?
  AND state IN ('queued', 'waiting', 'acting') LIMIT 1`;
const AGAIN = `UPDATE integration_delivery SET state = ?, attempts = 0, next_try_at = ?, began_at = ?, is_turn = 0,
  steps = '[]', error = NULL, status_code = NULL, answer = '', finished_at = NULL WHERE id = ?`;

/**
 * `POST /queueIntegration/deliveries/{id}/replay`: admins have something told again, with the same `id`, so that a
 * receiver that has it already can tell. No customer waits for it: commands in the answer are not done. One that is
 * still on its way stays as it is. Throws 404 ERR_NOT_FOUND, 400 ERR_NOT_SUPPORTED for what was no webhook.
 */
export function replayDelivery({ tenant, actor }: UserCtx, id: number): DeliveryAnswer {
  return tenant.write((unit) => {
    const row = findDelivery(unit.db, id);
    if (!row) throw noDelivery();
    const integration = findIntegration(unit.db, row.integrationId);
    if (!integration || !isHook(integration.type) || row.event === "callback") throw notSupported();
    if (row.state === "done" || row.state === "failed") {
      const busy = one(unit.db, BUSY, row.integrationId, row.lane) !== undefined;
      run(unit.db, AGAIN, busy ? "queued" : "waiting", unit.now, unit.now, id);
      if (!busy) comesUp(unit, unit.now);
    }
    return presentDelivery(findDelivery(unit.db, id) ?? row, actor);
  });
}
