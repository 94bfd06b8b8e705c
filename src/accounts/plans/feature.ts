import { defineFeature } from "#tenants/feature.ts";
import { planRoutes } from "./routes.ts";
import { sharedPlans } from "./shared.ts";

/** Plans of the provider: limits, features and prices. */
export const plans = defineFeature({
  name: "plans",
  cellTables: ["deleted_plan"],
  sharedTables: [sharedPlans],
  routes: planRoutes,
});
