import { defineFeature } from "#tenants/feature.ts";
import { costsJob } from "./jobs.ts";
import { listenForCosts } from "./listeners.ts";
import { forgetCards } from "./prices/cards.ts";
import { applyPrices } from "./rates/write.ts";
import { costRoutes } from "./routes.ts";

/** What messages of official numbers cost (docs/rules/costs.md). */
export const costs = defineFeature({
  name: "costs",
  companyTables: ["company_costs"],
  sharedTables: [
    { table: "meta_rate", copied: applyPrices },
    { table: "market_prefix", copied: forgetCards },
  ],
  routes: costRoutes,
  jobs: [costsJob],
  listen: listenForCosts,
});
