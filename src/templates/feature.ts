import { SessionChanged } from "#connections/events.ts";
import { findConnection } from "#connections/index.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { templateRoutes } from "./routes.ts";
import { syncDueTemplates, TEMPLATES_DUE } from "./sync.ts";

export const templates = defineFeature({
  name: "templates",
  routes: templateRoutes,
  jobs: [defineJob<Installation>({ name: "templates", every: { seconds: 30 }, run: syncDueTemplates })],
  listen({ bus }) {
    // A number that is connected is read at once, then every hour.
    bus.within(SessionChanged, (unit, { connectionId, after }) => {
      if (after.status !== "CONNECTED") return;
      if (findConnection(unit.db, connectionId)?.provider === "cloud") unit.due(TEMPLATES_DUE, unit.now);
    });
  },
});
