import { AuditListsPort } from "#accounts/audit/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastCompanies } from "./broadcasts.ts";
import { checkUnclean, endChecking } from "./check-files/check-unclean.ts";
import * as sql from "./companies.sql.ts";
import { binJob } from "./jobs.ts";
import { companyRoutes } from "./routes.ts";

export const companies = defineFeature({
  name: "companies",
  companyTables: ["company_digest"],
  routes: companyRoutes,
  jobs: [binJob],
  listen(installation) {
    installation.ports.add(AuditListsPort, "company", { campaigns_enabled: sql.campaignsEnabledForAudit });
    broadcastCompanies(installation);
  },
  start: checkUnclean,
  stop: endChecking,
});
