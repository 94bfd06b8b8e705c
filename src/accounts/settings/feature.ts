import { defineFeature } from "#tenants/feature.ts";
import { broadcastSettings } from "./broadcasts.ts";
import { settingRoutes } from "./routes.ts";

export const settings = defineFeature({
  name: "settings",
  routes: settingRoutes,
  listen: broadcastSettings,
});
