import { defineFeature } from "#tenants/feature.ts";
import { broadcastCompanies } from "./broadcasts.ts";
import { checkUnclean, endChecking } from "./check-files/check-unclean.ts";
import { binJob } from "./jobs.ts";
import { companyRoutes } from "./routes.ts";

export const companies = defineFeature({
  name: "companies",
  companyTables: ["company_digest"],
  routes: companyRoutes,
  jobs: [binJob],
  listen: broadcastCompanies,
  start: checkUnclean,
  stop: endChecking,
});
