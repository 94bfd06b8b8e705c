/** Public functions of the plans. */

export { offeredPlan, planName } from "./queries.ts";
export { ensureProviderCompany, insertPlan, nextPlanId } from "./write.ts";
