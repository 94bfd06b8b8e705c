import { NumberScorePort } from "#channels/connections/index.ts";
import { NewChatsPort } from "#inbox/messages/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { recordAnswers } from "./answers.ts";
import { newChats, releaseWhenRaised } from "./budget.ts";
import { cleanUpFirstContacts } from "./clean-up.ts";
import { listenToContacts } from "./contacts.ts";
import { healthOf } from "./health.ts";
import { newChatRoutes } from "./new-chat/routes.ts";
import { notifyOfRestrictions } from "./notices.ts";
import { reachRoutes } from "./routes.ts";

/** Starting new conversations: what the network allows, and what the company allows itself (docs/rules/reach.md). */
export const reach = defineFeature({
  name: "reach",
  routes: [...reachRoutes, ...newChatRoutes],
  jobs: [cleanUpFirstContacts],
  listen(installation) {
    installation.ports.plug(NewChatsPort, newChats);
    installation.ports.plug(NumberScorePort, (tenant, id) => healthOf(tenant, id).score);
    listenToContacts(installation);
    recordAnswers(installation);
    notifyOfRestrictions(installation);
    releaseWhenRaised(installation);
  },
});
