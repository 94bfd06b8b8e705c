/** Public functions of the costs. */

export { isStoppedByBudget, refuseOverBudget } from "./budget/budget.ts";
export { estimateCosts, storeEstimate } from "./budget/estimate.ts";
export { deliveriesPerDay } from "./report/volumes.ts";
