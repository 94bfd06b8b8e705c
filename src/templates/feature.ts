import { SessionChanged } from "#connections/events.ts";
import { findConnection } from "#connections/index.ts";
import { MediaReadersPort } from "#media/index.ts";
import { one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { templateRoutes } from "./routes.ts";
import { syncDueTemplates, TEMPLATES_DUE } from "./sync.ts";

const SAMPLE = "SELECT 1 FROM message_template WHERE media_id = ?";

export const templates = defineFeature({
  name: "templates",
  routes: templateRoutes,
  jobs: [defineJob<Installation>({ name: "templates", every: { seconds: 30 }, run: syncDueTemplates })],
  listen({ bus, ports }) {
    // Everybody who may send a template sees what heads it.
    ports.use(MediaReadersPort).push(({ tenant }, fileId) => one(tenant.db, SAMPLE, fileId) !== undefined);
    // A number that is connected is read at once, then every hour.
    bus.within(SessionChanged, (unit, { connectionId, after }) => {
      if (after.status !== "CONNECTED") return;
      if (findConnection(unit.db, connectionId)?.provider === "cloud") unit.due(TEMPLATES_DUE, unit.now);
    });
  },
});
