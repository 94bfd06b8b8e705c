import type { DeliveryAnswer, DeliveryPage } from "#automation/integrations/contract.ts";
import { noDelivery, notSupported } from "#automation/integrations/errors.ts";
import { isHook } from "#automation/integrations/policy.ts";
import { presentDelivery } from "#automation/integrations/present.ts";
import { deliveriesBefore, findDelivery, findIntegration } from "#automation/integrations/queries.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./rows.sql.ts";
import { scheduleRun } from "./rows.ts";

const LOG_PAGE = 30;

/** A page of the delivery log, newest first; `before` = the id of the last row shown. */
export function deliveryLog(
  { tenant, actor }: UserCtx,
  integrationId: number,
  before = Number.MAX_SAFE_INTEGER,
): DeliveryPage {
  const rows = deliveriesBefore(tenant.db, integrationId, before, LOG_PAGE + 1);
  return {
    deliveries: rows.slice(0, LOG_PAGE).map((row) => presentDelivery(row, actor)),
    hasMore: rows.length > LOG_PAGE,
  };
}

/**
 * `POST /queueIntegration/deliveries/{id}/replay`: repeats a delivery with the same `id`, so that the receiver can
 * recognise it. No customer waits for it: commands in the response are ignored. An unfinished delivery stays as it
 * is. For admins. Throws 404 ERR_NOT_FOUND, 400 ERR_NOT_SUPPORTED unless it was a webhook.
 */
export function replayDelivery({ tenant, actor }: UserCtx, id: number): DeliveryAnswer {
  return tenant.write((unit) => {
    const row = findDelivery(unit.db, id);
    if (!row) throw noDelivery();
    const integration = findIntegration(unit.db, row.integrationId);
    if (!integration || !isHook(integration.type) || row.event === "callback") throw notSupported();
    if (row.state === "done" || row.state === "failed") {
      const busy =
        queryOne(unit.db, sql.busyLane, { integrationId: row.integrationId, lane: row.lane }) !== undefined;
      execute(unit.db, sql.restart, { id, state: busy ? "queued" : "waiting", now: unit.now });
      if (!busy) scheduleRun(unit, unit.now);
    }
    return presentDelivery(findDelivery(unit.db, id) ?? row, actor);
  });
}
