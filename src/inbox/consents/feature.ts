import { AuditListsPort } from "#accounts/audit/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import * as sql from "./audit.sql.ts";
import { listenToContacts } from "./listeners.ts";
import { consentRoutes } from "./routes.ts";
import { sendPrivacyNotices } from "./send-notice.ts";

/** Privacy notices by connection and version. Registered before every feature that sends automatic replies. */
export const consents = defineFeature({
  name: "consents",
  routes: consentRoutes,
  listen(installation) {
    installation.ports.add(AuditListsPort, "privacy-notice", { text: sql.textForAudit });
    sendPrivacyNotices(installation);
    listenToContacts(installation);
  },
});
