import { defineFeature } from "#tenants/feature.ts";
import { listenForCustomers } from "./answer.ts";
import { listenForAttendants } from "./listeners.ts";
import { BotRespondersPort, createResponders } from "./responder-port.ts";
import { chatbotRoutes } from "./routes.ts";

export const chatbot = defineFeature({
  name: "chatbot",
  routes: chatbotRoutes,
  listen(installation) {
    installation.ports.plug(BotRespondersPort, createResponders());
    listenForCustomers(installation);
    listenForAttendants(installation);
  },
});
