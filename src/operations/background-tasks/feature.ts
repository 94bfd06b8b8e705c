import { defineFeature } from "#tenants/feature.ts";
import { backgroundTaskRoutes } from "./routes.ts";

/** Long-running tasks in one list for the notice bell. */
export const backgroundTasksFeature = defineFeature({
  name: "background-tasks",
  routes: backgroundTaskRoutes,
});
