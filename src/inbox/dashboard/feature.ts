import { defineFeature } from "#tenants/feature.ts";
import { checkMetrics, planChecks } from "./check.ts";
import { dashboardRoutes } from "./routes.ts";

export const dashboard = defineFeature({
  name: "dashboard",
  routes: dashboardRoutes,
  jobs: [checkMetrics],
  listen: planChecks,
});
