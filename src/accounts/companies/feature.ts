import { AuditListsPort } from "#accounts/audit/index.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { companyNameKey } from "#tenants/company-rows.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { broadcastCompanies } from "./broadcasts.ts";
import { checkUnclean, endChecking } from "./check-files/check-unclean.ts";
import * as sql from "./companies.sql.ts";
import { emptyBin } from "./lifecycle/bin.ts";
import { loadMount } from "./placement.ts";
import { companyRoutes } from "./routes.ts";

/** Erases removed companies after 30 days in the bin (docs/rules/companies.md#calls). */
const binJob = defineJob<Installation>({ name: "bin", every: "0 30 3 * * *", run: emptyBin });

export const companies = defineFeature({
  name: "companies",
  companyTables: ["company_digest"],
  directory: ({ company }) => [companyNameKey(company.name)],
  routes: companyRoutes,
  mounts: [loadMount],
  jobs: [binJob],
  listen(installation) {
    installation.ports.add(AuditListsPort, "company", { campaigns_enabled: sql.campaignsEnabledForAudit });
    broadcastCompanies(installation);
  },
  start: checkUnclean,
  stop: endChecking,
});
