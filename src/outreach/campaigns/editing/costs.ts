import { estimateCosts, refuseOverBudget, storeEstimate } from "#inbox/costs/index.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { connectionOf } from "./completeness.ts";

/**
 * Before the start of a campaign: refuses it when the budget stops it, and stores its expected cost. Throws 409
 * ERR_BUDGET_USED.
 */
export function prepareCosts(unit: TenantUnit, campaign: Campaign): void {
  const { id, contactListId, tagListId, template1 } = campaign;
  const connectionId = connectionOf(unit.db, campaign);
  if (connectionId === undefined) return;
  refuseOverBudget(unit.tenant, connectionId, "campaign", Math.max(unit.now, campaign.scheduledAt ?? 0));
  const name = template1 ? (JSON.parse(template1) as { templateName?: string }).templateName : undefined;
  const body = { connectionId, contactListId, tagListId, ...(name !== undefined && { templateName: name }) };
  storeEstimate(unit, id, estimateCosts(unit.tenant, body));
}
