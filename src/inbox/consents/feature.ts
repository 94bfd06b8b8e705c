import { AuditListsPort } from "#accounts/audit/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import * as sql from "./audit.sql.ts";
import { followContacts } from "./follow-contacts.ts";
import { consentRoutes } from "./routes.ts";
import { tellNewContacts } from "./tell.ts";

/** Privacy notices by connection and version. Listed before every feature that sends automatic replies. */
export const consents = defineFeature({
  name: "consents",
  routes: consentRoutes,
  listen(installation) {
    installation.ports.add(AuditListsPort, "privacy-notice", { text: sql.textForAudit });
    tellNewContacts(installation);
    followContacts(installation);
  },
});
