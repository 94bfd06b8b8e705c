/** What other features may use of the plans. */

export { presentOffer } from "./present.ts";
export { ensureProviderCompany } from "./provider-company.ts";
export { offeredPlan, offeredPlans, planName } from "./queries.ts";
