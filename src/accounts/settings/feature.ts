import { defineFeature } from "#tenants/feature.ts";
import { deliverSettings } from "./deliveries.ts";
import { settingRoutes } from "./routes.ts";

export const settings = defineFeature({
  name: "settings",
  routes: settingRoutes,
  listen: deliverSettings,
});
