import { listSettings, timeZoneOf } from "#settings/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { SessionCompany } from "./contract.ts";

/** The company as the session of this person carries it: plan, and settings this person may read. */
export function presentSessionCompany(ctx: UserCtx): SessionCompany {
  const { id, name, dueDate, plan } = ctx.tenant.company;
  const { valueCents: _, ...shown } = plan;
  return {
    id,
    name,
    dueDate,
    timeZone: timeZoneOf(ctx.tenant),
    plan: shown,
    settings: [...listSettings(ctx)],
  };
}
