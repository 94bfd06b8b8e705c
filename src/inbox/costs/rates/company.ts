import { todayOf } from "#accounts/billing/index.ts";
import { COSTS_DUE } from "#inbox/costs/account/account.ts";
import type { CompanyCostsAnswer, CompanyCostsBody } from "#inbox/costs/contract.ts";
import { companyCostsOf, forgetCards } from "#inbox/costs/prices/cards.ts";
import { moneyOf } from "#inbox/costs/report/report.ts";
import { companyCosts } from "#inbox/costs/schema.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** Who pays Meta for a company, and the currency in which its messages are priced. Throws 404 for an unknown company. */
export function getCompanyCosts(installation: Installation, companyId: number): CompanyCostsAnswer {
  if (!installation.tenants.exists(companyId)) throw notFound();
  const stored = companyCostsOf(installation, companyId);
  const {
    currency = null,
    payer = "company",
    marginPercent = 0,
    rate = 1_000_000,
    since = "",
  } = stored ?? {};
  return {
    ...{ currency, payer, marginPercent, rate },
    since: payer === "provider" ? since : null,
    pricedIn: moneyOf(installation.tenants.open(companyId)).currency,
  };
}

/**
 * Sets who pays Meta and the currency of a company's price card; after a change of the currency its messages are priced
 * again. The month in which the provider begins to pay is the first one passed on. Super. Throws 404.
 */
export function setCompanyCosts(ctx: UserCtx, companyId: number, body: CompanyCostsBody): CompanyCostsAnswer {
  const { installation } = ctx.tenant;
  const { system, clock, tenants } = installation;
  if (!tenants.exists(companyId)) throw notFound();
  const before = companyCostsOf(installation, companyId);
  const isNew = body.payer === "provider" && before?.payer !== "provider";
  const since = isNew ? todayOf(tenants.open(companyId)).slice(0, 7) : (before?.since ?? "");
  const values = { ...body, since, updatedAt: clock.now() };
  ctx.tenant.writeSystem(() =>
    system
      .insert(companyCosts)
      .values({ companyId, ...values })
      .onConflictDoUpdate({ target: companyCosts.companyId, set: values })
      .run(),
  );
  forgetCards(installation);
  tenants.scheduleWakes([companyId], COSTS_DUE, clock.now());
  return getCompanyCosts(installation, companyId);
}
