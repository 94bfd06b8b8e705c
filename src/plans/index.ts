/** What other features may use of the plans. */
export { presentOffer } from "./present.ts";
export { offeredPlan, offeredPlans } from "./queries.ts";
