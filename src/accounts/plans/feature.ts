import { defineFeature } from "#tenants/feature.ts";
import { planRoutes } from "./routes.ts";

/** Plans of the provider: limits, features and prices. */
export const plans = defineFeature({
  name: "plans",
  sharedTables: [{ table: "plan" }],
  routes: planRoutes,
});
