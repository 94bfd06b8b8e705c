import { defineFeature } from "#tenants/feature.ts";
import { listenForCustomers } from "./answer.ts";
import { BotPartnersPort, createPartners } from "./partner-port.ts";
import { followPeople } from "./people.ts";
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
