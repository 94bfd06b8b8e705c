import { isNull } from "drizzle-orm";
import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./contact-imports.sql.ts";
import { contactImport, contactImportProblem } from "./schema.ts";

/** Deletes imported rows that name an erased contact. */
export function listenForErasures({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces: { phoneEndings, email } }) => {
    for (const ending of phoneEndings) {
      execute(db, sql.deleteProblemsByPhone, { ending });
      execute(db, sql.clearPreviewsByPhone, { ending });
    }
    if (email === null) return;
    execute(db, sql.deleteProblemsByEmail, { email });
    execute(db, sql.clearPreviewsByEmail, { email });
  });
  bus.within(ContactsCleared, ({ db }) => {
    db.delete(contactImportProblem).run();
    db.update(contactImport).set({ preview: [] }).where(isNull(contactImport.busy)).run();
  });
}
