import { defineFeature } from "#tenants/feature.ts";
import { deliverLists } from "./deliveries.ts";
import { ListUsePort, unused } from "./list-use-port.ts";
import { contactListRoutes } from "./routes.ts";

export const contactLists = defineFeature({
  name: "contact-lists",
  routes: contactListRoutes,
  listen(installation) {
    installation.ports.plug(ListUsePort, unused);
    deliverLists(installation);
  },
});
