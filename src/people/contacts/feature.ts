import { defineFeature } from "#tenants/feature.ts";
import { deliverContacts } from "./deliveries.ts";
import { contactRoutes } from "./routes.ts";

export const contacts = defineFeature({
  name: "contacts",
  routes: contactRoutes,
  listen: deliverContacts,
});
