import { AuditListsPort } from "#accounts/audit/index.ts";
import { ContactFieldNamesPort } from "#accounts/settings/index.ts";
import { storedFields } from "#people/fields/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastContacts } from "./broadcasts.ts";
import * as sql from "./contacts.sql.ts";
import { contactRoutes } from "./routes.ts";

const keysOfFields = (db: Db) =>
  [...storedFields(db, "contact"), ...storedFields(db, "ticket")].map(({ key }) => key);

export const contacts = defineFeature({
  name: "contacts",
  routes: contactRoutes,
  listen(installation) {
    installation.ports.add(AuditListsPort, "contact", { extraInfo: sql.extraInfoForAudit });
    installation.ports.plug(ContactFieldNamesPort, (db) => [
      ...keysOfFields(db),
      ...queryAll(db, sql.fieldNames).map(({ name }) => name),
    ]);
    broadcastContacts(installation);
  },
});
