import { SessionChanged, TemplatesDecided } from "#channels/connections/events.ts";
import { findConnection } from "#channels/connections/index.ts";
import { MediaReadersPort } from "#channels/media/index.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSample } from "./queries.ts";
import { templateRoutes } from "./routes.ts";
import { scheduleTemplateSync, storePause, syncDueTemplates, trySync } from "./sync.ts";

export const templates = defineFeature({
  name: "templates",
  routes: templateRoutes,
  jobs: [defineJob<Installation>({ name: "templates", every: { seconds: 30 }, run: syncDueTemplates })],
  listen({ bus, ports }) {
    // Every user may send templates, and may therefore read their header files.
    ports.use(MediaReadersPort).push(({ tenant }, fileId) => isSample(tenant.db, fileId));
    // The templates of a connected number are read immediately, then every hour.
    bus.within(SessionChanged, (unit, { connectionId, after }) => {
      if (after.status !== "CONNECTED") return;
      if (findConnection(unit.db, connectionId)?.provider === "cloud") scheduleTemplateSync(unit);
    });
    // The templates are read immediately. The job reads them again, because a crash may prevent the first read, and
    // because Meta's list may be older than its webhook.
    bus.within(TemplatesDecided, (unit, { connectionId, pauses }) => {
      for (const pause of pauses) storePause(unit, connectionId, pause);
      scheduleTemplateSync(unit);
    });
    bus.after(TemplatesDecided, (tenant, { connectionId }) => {
      trySync(tenant, connectionId).catch((error: unknown) =>
        tenant.log.warn({ connection: connectionId, err: error }, "message templates not read from Meta"),
      );
    });
  },
});
