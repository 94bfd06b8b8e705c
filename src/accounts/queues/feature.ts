import { defineFeature } from "#tenants/feature.ts";
import { plugNoAnswerers } from "./answerers.ts";
import { broadcastQueues } from "./broadcasts.ts";
import { queueRoutes } from "./routes.ts";

export const queues = defineFeature({
  name: "queues",
  routes: queueRoutes,
  listen(installation) {
    plugNoAnswerers(installation.ports);
    broadcastQueues(installation);
  },
});
