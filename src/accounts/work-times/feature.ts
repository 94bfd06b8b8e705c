import { PauseReasonsPort } from "#accounts/users/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { listenForPresence, workTimeRetention, workTimesJob } from "./follow.ts";
import { chosenReason, nameOf } from "./reasons.ts";
import { workTimeRoutes } from "./routes.ts";

/** When users were online, paused and serving, and why they paused. */
export const workTimes = defineFeature({
  name: "work-times",
  routes: workTimeRoutes,
  jobs: [workTimesJob, workTimeRetention],
  listen(installation) {
    installation.ports.plug(PauseReasonsPort, { nameOf, chosen: chosenReason });
    listenForPresence(installation);
  },
});
