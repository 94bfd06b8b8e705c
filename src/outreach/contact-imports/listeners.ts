import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/** Cells as people typed them: only their figures are compared. */
const digits = (column: string): string =>
  [" ", "-", "(", ")", "+", ".", "/"].reduce((text, sign) => `replace(${text}, '${sign}', '')`, column);
const BY_PHONE = [
  `DELETE FROM contact_import_problem WHERE instr(${digits("cells")}, ?) > 0`,
  `UPDATE contact_import SET preview = '[]' WHERE busy IS NULL AND instr(${digits("preview")}, ?) > 0`,
] as const;
const BY_EMAIL = [
  "DELETE FROM contact_import_problem WHERE instr(lower(cells), ?) > 0",
  "UPDATE contact_import SET preview = '[]' WHERE busy IS NULL AND instr(lower(preview), ?) > 0",
] as const;
const ALL = [
  "DELETE FROM contact_import_problem",
  "UPDATE contact_import SET preview = '[]' WHERE busy IS NULL",
] as const;

/** Rows of imported files that name an erased person go with the person. */
export function listenForErasures({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces: { phoneEndings, email } }) => {
    for (const ending of phoneEndings) for (const sql of BY_PHONE) run(db, sql, ending);
    if (email !== null) for (const sql of BY_EMAIL) run(db, sql, email);
  });
  bus.within(ContactsCleared, ({ db }) => {
    for (const sql of ALL) run(db, sql);
  });
}
