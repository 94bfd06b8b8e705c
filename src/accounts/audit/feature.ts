import { defineFeature } from "#tenants/feature.ts";
import { auditRetentionJob, auditWaitingJob } from "./jobs.ts";
import { createWaiting, WaitingPort } from "./later.ts";
import { auditRoutes } from "./routes.ts";

export const audit = defineFeature({
  name: "audit",
  routes: auditRoutes,
  jobs: [auditWaitingJob, auditRetentionJob],
  listen: (installation) => installation.ports.plug(WaitingPort, createWaiting(installation)),
  stop: ({ ports }) => ports.use(WaitingPort).flush(),
});
