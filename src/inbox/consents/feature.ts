import { defineFeature } from "#tenants/feature.ts";
import { followContacts } from "./follow-contacts.ts";
import { consentRoutes } from "./routes.ts";
import { tellNewContacts } from "./tell.ts";

/** What people are told about their data, by connection and version. Stands before everything that answers by itself. */
export const consents = defineFeature({
  name: "consents",
  routes: consentRoutes,
  listen(installation) {
    tellNewContacts(installation);
    followContacts(installation);
  },
});
