/** What other features may use of the plans. */

export { ensureProviderCompany } from "./provider-company.ts";
export { offeredPlan, planName } from "./queries.ts";
export { insertPlan } from "./write.ts";
