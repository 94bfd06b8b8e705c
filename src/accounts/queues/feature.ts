import { AuditListsPort } from "#accounts/audit/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { plugNoAnswerers } from "./answerers.ts";
import { broadcastQueues } from "./broadcasts.ts";
import * as sql from "./queues.sql.ts";
import { queueRoutes } from "./routes.ts";

export const queues = defineFeature({
  name: "queues",
  routes: queueRoutes,
  listen(installation) {
    plugNoAnswerers(installation.ports);
    installation.ports.add(AuditListsPort, "queue", { distribution: sql.distributionForAudit });
    broadcastQueues(installation);
  },
});
