import { listSettings, timeZoneOf } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Company, Plan, UserCtx } from "#tenants/tenant.ts";
import { type CompanyAnswer, type PricedPlan, RECURRENCES, type SessionCompany } from "./contract.ts";
import { digestOf } from "./digest.ts";

/** The company as the session of this person carries it: plan, and settings this person may read. */
export function presentSessionCompany(ctx: UserCtx): SessionCompany {
  const { id, name, dueDate, trialExpiration, plan } = ctx.tenant.company;
  const { valueCents: _, ...shown } = plan;
  return {
    id,
    name,
    dueDate,
    trialExpiration,
    timeZone: timeZoneOf(ctx.tenant),
    plan: shown,
    settings: [...listSettings(ctx)],
  };
}

/** A plan with its price in reais. */
export function presentPlan({ valueCents, ...plan }: Plan): PricedPlan {
  return { ...plan, value: valueCents / 100 };
}

/** A company as the provider sees it. */
export function presentCompany(installation: Installation, company: Company): CompanyAnswer {
  const digest = digestOf(installation, company.id);
  const campaignsEnabled = digest?.campaignsEnabled ?? false;
  return {
    ...presentRef(company),
    email: company.email,
    phone: company.phone,
    plan: presentPlan(company.plan),
    recurrence: RECURRENCES.find((known) => known === company.recurrence) ?? "MENSAL",
    campaignsEnabled,
    settings: [{ key: "campaignsEnabled", value: String(campaignsEnabled) }],
    trialExpiration: company.trialExpiration,
    createdAt: new Date(company.createdAt).toISOString(),
    usage: digest ? { users: digest.users, connections: digest.connections, queues: digest.queues } : null,
  };
}

/** What a picker shows. */
export const presentRef = ({ id, name, plan, active, dueDate }: Company) => ({
  id,
  name,
  planId: plan.id,
  status: active,
  dueDate,
});
