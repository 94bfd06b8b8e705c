import { defineFeature } from "#tenants/feature.ts";
import { broadcastReconciliation } from "./broadcasts.ts";
import { listenToOthers } from "./listeners.ts";
import { reconciliationJob } from "./plan.ts";
import { reconciliationRoutes } from "./routes.ts";
import { createRunner, RunnerPort } from "./runner.ts";
import { subscriptionsJob } from "./subscription.ts";

/** Compares the stored messages with the company's phone, and fetches what was missed. */
export const reconciliation = defineFeature({
  name: "reconciliation",
  routes: reconciliationRoutes,
  jobs: [reconciliationJob, subscriptionsJob],
  listen(installation) {
    installation.ports.plug(RunnerPort, createRunner(installation));
    listenToOthers(installation);
    broadcastReconciliation(installation);
  },
  stop: ({ ports }) => ports.use(RunnerPort).stop(),
});
