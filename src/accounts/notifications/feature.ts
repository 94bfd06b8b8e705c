import { UserDeleted } from "#accounts/users/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastNotifications } from "./broadcasts.ts";
import { notificationRetention } from "./job.ts";
import { forgetNotifications } from "./notify.ts";
import { readByOpening } from "./read.ts";
import { notificationRoutes } from "./routes.ts";

/** Personal notifications: what a user should know, shown in the bell of that user. */
export const notifications = defineFeature({
  name: "notifications",
  routes: notificationRoutes,
  jobs: [notificationRetention],
  listen(installation) {
    installation.bus.within(UserDeleted, (unit, { userId }) => forgetNotifications(unit, userId));
    broadcastNotifications(installation);
  },
  onFrame: readByOpening,
});
