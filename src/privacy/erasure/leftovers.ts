import { ContactDeleted, ContactErasing, ContactsCleared } from "#contacts/events.ts";
import { identitiesOf } from "#contacts/index.ts";
import { dropFile } from "#messages/index.ts";
import { truncateLog } from "#platform/db/checkpoint/checkpoints.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Shorter texts would hit strangers. */
const SHORTEST = 6;

// Events of groups name everybody who wrote; answers of the send API and turns of models name the person they are about.
const NAMED = [
  "DELETE FROM raw_event WHERE instr(payload, ?) > 0",
  "DELETE FROM api_call WHERE instr(answer, ?) > 0",
  "DELETE FROM integration_delivery WHERE instr(body, ?) > 0 OR instr(answer, ?) > 0",
  "UPDATE ai_run SET trace = NULL WHERE instr(trace, ?) > 0",
] as const;
/** What waits for its turn has brought its file already. */
const WAITING = "SELECT payload FROM raw_event WHERE state = 'new' AND instr(payload, ?) > 0";
// Whose contract was unblocked and which bills were looked up, by the attendances it happened in.
const OF_TICKETS = ["trust_unblock", "billing_lookup"].map(
  (table) => `DELETE FROM ${table} WHERE ticket_id IN (SELECT id FROM ticket WHERE contact_id = ?)`,
);
/** Cells as people typed them: only their figures are compared. */
const digits = (column: string): string =>
  [" ", "-", "(", ")", "+", ".", "/"].reduce((text, sign) => `replace(${text}, '${sign}', '')`, column);
const TYPED = [
  `DELETE FROM contact_import_problem WHERE instr(${digits("cells")}, ?) > 0`,
  `UPDATE contact_import SET preview = '[]' WHERE busy IS NULL AND instr(${digits("preview")}, ?) > 0`,
] as const;
const MAILED = [
  "DELETE FROM contact_import_problem WHERE instr(lower(cells), ?) > 0",
  "UPDATE contact_import SET preview = '[]' WHERE busy IS NULL AND instr(lower(preview), ?) > 0",
] as const;
/** With everybody gone there is nobody left to tell apart. */
const OF_EVERYBODY = [
  "DELETE FROM raw_event WHERE state <> 'new'",
  "DELETE FROM api_call",
  "DELETE FROM contact_import_problem",
  "UPDATE contact_import SET preview = '[]' WHERE busy IS NULL",
  "UPDATE ai_run SET trace = NULL WHERE trace IS NOT NULL",
  "DELETE FROM contact_merge",
  "DELETE FROM number_check",
] as const;
/** Figures two spellings of a phone have in common: without country, area and ninth digit. */
const COMMON_DIGITS = 8;

/**
 * What names a person without pointing to the contact: events, answers and rows of files that are kept some days for
 * other reasons. At last the log of the database is folded in, so that no older page of it is left on the disk.
 */
export function sweepLeftovers({ bus }: Installation): void {
  bus.within(ContactErasing, (unit, { contact, withAll }) => {
    for (const sql of OF_TICKETS) run(unit.db, sql, contact.id);
    if (withAll) return;
    const identities = identitiesOf(unit.db, contact.id);
    const names = new Set(identities.flatMap(({ value, address }) => [value, address]));
    for (const name of names) {
      if (name.length < SHORTEST) continue;
      for (const { payload } of all<{ payload: string }>(unit.db, WAITING, name))
        dropFile(unit, JSON.parse(payload));
      removeNamed(unit, NAMED, name);
    }
    for (const { kind, value } of identities)
      if (kind === "pn") removeNamed(unit, TYPED, value.slice(-COMMON_DIGITS));
    if (contact.email.length >= SHORTEST) removeNamed(unit, [...MAILED], contact.email.toLowerCase());
  });
  bus.within(ContactsCleared, ({ db }) => {
    for (const sql of OF_EVERYBODY) run(db, sql);
  });
  bus.after(ContactDeleted, ({ db }, { withAll }) => {
    if (!withAll) truncateLog(db.$client);
  });
  bus.after(ContactsCleared, ({ db }) => truncateLog(db.$client));
}

function removeNamed({ db }: TenantUnit, statements: readonly string[], name: string): void {
  for (const sql of statements) run(db, sql, ...Array<string>(sql.split("?").length - 1).fill(name));
}
