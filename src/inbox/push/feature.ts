import { SessionEnded, SessionStarted } from "#accounts/auth/events.ts";
import { UserDeleted } from "#accounts/users/events.ts";
import { execute } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { sharingRole } from "#tenants/shared/role.ts";
import { forgetPerson, forgetSession } from "./devices.ts";
import { notifyDevices, stopNotifications } from "./notify.ts";
import * as sql from "./push.sql.ts";
import { pushRoutes } from "./routes.ts";
import { vapidKey } from "./vapid.ts";

/** Notifications on a user's devices while the user has no visible page. */
export const push = defineFeature({
  name: "push",
  companyTables: ["push_endpoint"],
  sharedTables: [{ table: "vapid_key" }],
  routes: pushRoutes,
  listen(installation) {
    const { bus } = installation;
    bus.within(SessionEnded, (unit, { sessionId }) => forgetSession(unit, sessionId));
    bus.within(SessionStarted, (unit, { userId, replaced }) => {
      if (replaced) execute(unit.db, sql.deleteOfEndedSessions, { userId });
    });
    bus.within(UserDeleted, (unit, { userId }) => forgetPerson(unit, userId));
    notifyDevices(installation);
  },
  // Other cells have a copy of the key, and create none.
  start(installation) {
    if (sharingRole(installation) === "home") vapidKey(installation);
  },
  stop: stopNotifications,
});
