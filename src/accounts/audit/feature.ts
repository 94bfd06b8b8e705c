import { defineFeature } from "#tenants/feature.ts";
import { createDeferredEntries, DeferredEntriesPort } from "./deferred.ts";
import { auditRetentionJob, deferredEntriesJob } from "./jobs.ts";
import { auditRoutes } from "./routes.ts";

export const audit = defineFeature({
  name: "audit",
  cellTables: ["provider_audit_log"],
  routes: auditRoutes,
  jobs: [deferredEntriesJob, auditRetentionJob],
  listen(installation) {
    installation.ports.plug(DeferredEntriesPort, createDeferredEntries(installation));
  },
  stop: ({ ports }) => ports.use(DeferredEntriesPort).flush(),
});
