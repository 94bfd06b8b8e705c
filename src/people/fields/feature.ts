import { QueueDeleting } from "#accounts/queues/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastFields } from "./broadcasts.ts";
import { forgetQueue } from "./definitions.ts";
import { fieldRoutes } from "./routes.ts";

export const fields = defineFeature({
  name: "fields",
  routes: fieldRoutes,
  listen(installation) {
    installation.bus.within(QueueDeleting, (unit, { queueId }) => forgetQueue(unit, queueId));
    broadcastFields(installation);
  },
});
