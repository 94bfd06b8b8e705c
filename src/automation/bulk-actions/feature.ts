import { defineFeature } from "#tenants/feature.ts";
import { broadcastBulk } from "./broadcasts.ts";
import { bulkWork } from "./job.ts";
import { bulkRoutes } from "./routes.ts";

/** Actions on many tickets at once (docs/rules/bulk-actions.md). */
export const bulkActions = defineFeature({
  name: "bulk-actions",
  routes: bulkRoutes,
  jobs: [bulkWork],
  listen: broadcastBulk,
});
