import { defineFeature } from "#tenants/feature.ts";
import { checkUnclean, endChecking } from "./check-unclean.ts";
import { deliverCompanies } from "./deliveries.ts";
import { binJob } from "./jobs.ts";
import { companyRoutes } from "./routes.ts";

export const companies = defineFeature({
  name: "companies",
  companyTables: ["company_digest"],
  routes: companyRoutes,
  jobs: [binJob],
  listen: deliverCompanies,
  start: checkUnclean,
  stop: endChecking,
});
