import { defineFeature } from "#tenants/feature.ts";
import { listenForCustomers } from "./answer.ts";
import { followPeople } from "./listeners.ts";
import { BotPartnersPort, createPartners } from "./responder-port.ts";
import { chatbotRoutes } from "./routes.ts";

export const chatbot = defineFeature({
  name: "chatbot",
  routes: chatbotRoutes,
  listen(installation) {
    installation.ports.plug(BotPartnersPort, createPartners());
    listenForCustomers(installation);
    followPeople(installation);
  },
});
