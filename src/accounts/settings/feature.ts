import { defineFeature } from "#tenants/feature.ts";
import { broadcastSettings } from "./broadcasts.ts";
import { settingRoutes } from "./routes.ts";

export const settings = defineFeature({
  name: "settings",
  sharedTables: [{ table: "installation_setting" }],
  routes: settingRoutes,
  listen: broadcastSettings,
});
