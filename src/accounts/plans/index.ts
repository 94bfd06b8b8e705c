/** Public functions of the plans. */

export { ensureProviderCompany } from "./provider-company.ts";
export { offeredPlan, planName } from "./queries.ts";
export { insertPlan } from "./write.ts";
