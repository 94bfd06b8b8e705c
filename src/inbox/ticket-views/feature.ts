import { QueueDeleting } from "#accounts/queues/events.ts";
import { UserDeleted } from "#accounts/users/events.ts";
import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import { ViewPort } from "#inbox/tickets/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastViews } from "./broadcasts.ts";
import { forgetQueue, forgetUser, viewsAsConditionUser } from "./references.ts";
import { ticketViewRoutes } from "./routes.ts";
import { selectView } from "./select.ts";

/** Lists of tickets by conditions (docs/rules/views.md). */
export const ticketViews = defineFeature({
  name: "ticket-views",
  routes: ticketViewRoutes,
  listen(installation) {
    const { bus, ports } = installation;
    ports.plug(ViewPort, selectView);
    ports.add(ConditionUsersPort, "ticket-views", viewsAsConditionUser);
    bus.within(UserDeleted, (unit, { userId }) => forgetUser(unit, userId));
    bus.within(QueueDeleting, (unit, { queueId }) => forgetQueue(unit, queueId));
    broadcastViews(installation);
  },
});
