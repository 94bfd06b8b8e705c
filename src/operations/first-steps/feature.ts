import { defineFeature } from "#tenants/feature.ts";
import { listenForSteps } from "./listeners.ts";
import { firstStepsRoutes } from "./routes.ts";

/** The first steps of a new company: connect a number, create a queue, invite a user, answer a customer. */
export const firstSteps = defineFeature({
  name: "first-steps",
  routes: firstStepsRoutes,
  listen: listenForSteps,
});
