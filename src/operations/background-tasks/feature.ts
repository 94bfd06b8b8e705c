import { defineFeature } from "#tenants/feature.ts";
import { backgroundTaskRoutes } from "./routes.ts";

/** What takes long and goes on by itself, in one list for the bell. */
export const backgroundTasksFeature = defineFeature({
  name: "background-tasks",
  routes: backgroundTaskRoutes,
});
