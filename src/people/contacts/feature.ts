import { AuditListsPort } from "#accounts/audit/index.ts";
import { ContactFieldNamesPort } from "#accounts/settings/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastContacts } from "./broadcasts.ts";
import * as sql from "./contacts.sql.ts";
import { contactRoutes } from "./routes.ts";

export const contacts = defineFeature({
  name: "contacts",
  routes: contactRoutes,
  listen(installation) {
    installation.ports.add(AuditListsPort, "contact", { extraInfo: sql.extraInfoForAudit });
    installation.ports.plug(ContactFieldNamesPort, (db) =>
      queryAll(db, sql.fieldNames).map(({ name }) => name),
    );
    broadcastContacts(installation);
  },
});
