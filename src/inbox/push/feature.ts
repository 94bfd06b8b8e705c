import { SessionEnded, SessionStarted } from "#accounts/auth/events.ts";
import { UserDeleted } from "#accounts/users/events.ts";
import { run } from "#platform/db/database.ts";
import { defineFeature } from "#tenants/feature.ts";
import { forgetPerson, forgetSession } from "./devices.ts";
import { ringDevices, stopRinging } from "./ring.ts";
import { pushRoutes } from "./routes.ts";

/** Those whose session was ended by a newer one. */
const REPLACED = `DELETE FROM push_subscription WHERE user_id = ? AND session_id IN
  (SELECT id FROM session WHERE ended_at IS NOT NULL)`;

/** Notifications on a person's devices while no page is open. */
export const push = defineFeature({
  name: "push",
  companyTables: ["push_endpoint"],
  routes: pushRoutes,
  listen(installation) {
    const { bus } = installation;
    bus.within(SessionEnded, (unit, { sessionId }) => forgetSession(unit, sessionId));
    bus.within(SessionStarted, (unit, { userId, replaced }) => {
      if (replaced) run(unit.db, REPLACED, userId);
    });
    bus.within(UserDeleted, (unit, { userId }) => forgetPerson(unit, userId));
    ringDevices(installation);
  },
  stop: stopRinging,
});
