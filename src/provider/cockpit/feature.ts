import { defineFeature } from "#tenants/feature.ts";
import { listenForMeasures, measureCompanies } from "./jobs.ts";
import { listenForIncidents } from "./numbers/incidents.ts";
import { cockpitRoutes } from "./routes.ts";

/** The provider's view over all companies. */
export const cockpit = defineFeature({
  name: "cockpit",
  keptCompanyTables: ["company_day", "company_figure"],
  cellTables: ["number_incident"],
  routes: cockpitRoutes,
  jobs: [measureCompanies],
  listen(installation) {
    listenForMeasures(installation);
    listenForIncidents(installation);
  },
});
