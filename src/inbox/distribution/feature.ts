import { defineFeature } from "#tenants/feature.ts";
import { listenForDistribution } from "./listeners.ts";
import { redirection, watchUnqueued } from "./redirect.ts";
import { distributionSweep } from "./sweep.ts";

export const distribution = defineFeature({
  name: "distribution",
  jobs: [distributionSweep, redirection],
  listen(installation) {
    listenForDistribution(installation);
    watchUnqueued(installation);
  },
});
