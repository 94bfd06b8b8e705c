import { defineFeature } from "#tenants/feature.ts";
import { backgroundTaskRoutes } from "./routes.ts";

/** All background tasks in one list for the notice bell. */
export const backgroundTasksFeature = defineFeature({
  name: "background-tasks",
  routes: backgroundTaskRoutes,
});
