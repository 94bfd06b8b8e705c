import { UserDeleted } from "#accounts/users/events.ts";
import { MediaReadersPort } from "#channels/media/index.ts";
import { OriginNamesPort } from "#inbox/messages/index.ts";
import { FollowUpsOfTicketsPort } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastFollowUps } from "./broadcasts.ts";
import { mayReadStepFile } from "./files.ts";
import * as sql from "./follow-ups.sql.ts";
import { followUpsOfTickets } from "./present.ts";
import { followUpRoutes } from "./routes.ts";
import { dueFollowUps } from "./running/due.ts";
import { listenForRuns } from "./running/listeners.ts";
import { forgetUser } from "./save.ts";

/** Sequences of texts to customers who no longer answer (docs/rules/follow-ups.md). */
export const followUps = defineFeature({
  name: "follow-ups",
  routes: followUpRoutes,
  jobs: [dueFollowUps],
  listen(installation) {
    const { ports, bus } = installation;
    ports.use(MediaReadersPort).push(mayReadStepFile);
    ports.plug(FollowUpsOfTicketsPort, followUpsOfTickets);
    ports
      .use(OriginNamesPort)
      .set("followup", ({ db }, messageId) => queryOne(db, sql.nameOfMessage, { messageId })?.name ?? null);
    bus.within(UserDeleted, (unit, { userId }) => forgetUser(unit, userId));
    listenForRuns(installation);
    broadcastFollowUps(installation);
  },
});
