import { QueueDeleting } from "#accounts/queues/events.ts";
import { UserDeleted } from "#accounts/users/events.ts";
import { ActionFileReadersPort } from "#automation/ticket-actions/index.ts";
import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import { OriginNamesPort } from "#inbox/messages/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastMacros } from "./broadcasts.ts";
import * as sql from "./macros.sql.ts";
import { canSee } from "./policy.ts";
import { macroById } from "./queries.ts";
import { forgetQueue, forgetUser, macrosAsConditionUser } from "./references.ts";
import { macroRoutes } from "./routes.ts";

/** Lists of actions that people run on a ticket (docs/rules/macros.md). */
export const macros = defineFeature({
  name: "macros",
  routes: macroRoutes,
  listen(installation) {
    const { bus, ports } = installation;
    ports.add(ConditionUsersPort, "macros", macrosAsConditionUser);
    ports.add(ActionFileReadersPort, "macro", ({ tenant, actor }, id) => {
      const found = macroById(tenant.db, id);
      return found !== undefined && canSee(actor, found);
    });
    ports
      .use(OriginNamesPort)
      .set("user", ({ db }, messageId) => queryOne(db, sql.nameByMessage, { messageId })?.name ?? null);
    bus.within(UserDeleted, (unit, { userId }) => forgetUser(unit, userId));
    bus.within(QueueDeleting, (unit, { queueId }) => forgetQueue(unit, queueId));
    broadcastMacros(installation);
  },
});
