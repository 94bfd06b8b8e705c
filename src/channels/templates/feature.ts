import { SessionChanged, TemplatesDecided } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/index.ts";
import { MediaReadersPort } from "#channels/media/index.ts";
import { one } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { templateRoutes } from "./routes.ts";
import { readTemplatesSoon, syncDueTemplates, syncQuietly } from "./sync.ts";

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
      if (findConnection(unit.db, connectionId)?.provider === "cloud") readTemplatesSoon(unit);
    });
    // Read at once, and by the job as well: after a crash, and because the network's list may be behind its calls.
    bus.within(TemplatesDecided, (unit) => readTemplatesSoon(unit));
    bus.after(TemplatesDecided, (tenant, { connectionId }) => {
      syncQuietly(tenant, connectionId).catch((error: unknown) =>
        tenant.log.warn({ connection: connectionId, err: error }, "templates not read"),
      );
    });
  },
});
