import { defineFeature } from "#tenants/feature.ts";
import { helpRoutes } from "./routes.ts";

/** Help videos, read by all users, written by super users (docs/rules/team.md#help-videos). */
export const helps = defineFeature({
  name: "helps",
  sharedTables: [{ table: "help" }],
  routes: helpRoutes,
});
