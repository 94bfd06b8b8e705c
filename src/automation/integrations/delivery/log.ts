import type { DeliveryPage } from "#automation/integrations/contract.ts";
import { presentDelivery } from "#automation/integrations/present.ts";
import { deliveriesBefore } from "#automation/integrations/queries.ts";
import type { UserCtx } from "#tenants/tenant.ts";

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
