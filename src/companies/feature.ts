import { defineFeature } from "#tenants/feature.ts";
import { deliverCompanies } from "./deliveries.ts";
import { binJob } from "./jobs.ts";
import { companyRoutes } from "./routes.ts";

export const companies = defineFeature({
  name: "companies",
  routes: companyRoutes,
  jobs: [binJob],
  listen: deliverCompanies,
});
