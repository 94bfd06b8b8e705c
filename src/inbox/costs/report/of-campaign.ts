import type { CampaignCost, Estimate } from "#inbox/costs/contract.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./report.sql.ts";
import { moneyOf } from "./report.ts";

/**
 * Returns the cost of a campaign's messages, and the estimate at its start (docs/rules/costs.md#estimate). For admins.
 * Throws 404 for a campaign that never sent an official message.
 */
export function campaignCost({ tenant }: UserCtx, campaignId: number): CampaignCost {
  const sums = queryAll(tenant.db, sql.ofCampaign, { campaignId });
  const stored = queryOne(tenant.db, sql.estimateOf, { campaignId })?.estimate;
  const count = sums.reduce((all, sum) => all + sum.count, 0);
  if (stored === undefined && count === 0) throw notFound();
  const estimate = stored === undefined ? null : (JSON.parse(stored) as Estimate);
  const [priced] = sums;
  const { currency, hasMoney } = moneyOf(tenant, priced?.currency ?? estimate?.currency);
  return {
    ...{ currency, count, micros: hasMoney ? (priced?.micros ?? 0) : null },
    estimate: estimate && {
      ...{ currency: estimate.currency, recipients: estimate.recipients, micros: estimate.micros },
    },
  };
}
