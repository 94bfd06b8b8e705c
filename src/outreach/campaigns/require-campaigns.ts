import { planFeature } from "#accounts/companies/index.ts";
import { setting } from "#accounts/settings/index.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * Whether the plan includes campaigns and the provider enabled them (docs/rules/campaigns.md#states,
 * docs/rules/companies.md#flags).
 */
export const campaignsAllowed = (tenant: Tenant): boolean =>
  tenant.company.plan.useCampaigns && setting(tenant, "campaignsEnabled");

/**
 * Restricts a route to companies with the setting `campaignsEnabled`; otherwise 403 ERR_PLAN_FEATURE, as without the
 * plan flag.
 */
export const requireCampaigns = (route: AppRoute): AppRoute => ({
  ...route,
  handle(call) {
    const tenant = call.ctx.user?.tenant;
    if (tenant && !campaignsAllowed(tenant)) throw planFeature("useCampaigns");
    return route.handle(call);
  },
});
