import { defineFeature } from "#tenants/feature.ts";
import { broadcastContacts } from "./broadcasts.ts";
import { contactRoutes } from "./routes.ts";

export const contacts = defineFeature({
  name: "contacts",
  routes: contactRoutes,
  listen: broadcastContacts,
});
