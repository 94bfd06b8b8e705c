import {
  ContactDeleting,
  ContactExporting,
  ContactMerging,
  ContactsClearing,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { dropNotMatched } from "./log/not-matched.ts";
import * as sql from "./queries.sql.ts";

/** Table name in the record of rows that a merge of contacts moved. */
const TABLE = "rule_run";

/** Deletes the values that runs found, when the messages of a ticket are deleted by age. */
export const forgetRuleRuns = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.blankRuns, { ticketId });

/** Moves, exports and deletes runs when their contact is merged, exported or deleted (docs/rules/contacts.md#deletion). */
export function followContacts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const ids = { survivorId: survivor.id, loserId: loser.id };
    moved.add(
      TABLE,
      queryAll(db, sql.moveRuns, ids).map(({ id }) => id),
    );
    execute(db, sql.moveEvents, ids);
  });
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    execute(db, sql.returnRuns, { contactId: contact.id, survivorId, ids: JSON.stringify(moved.of(TABLE)) });
  });
  // The database deletes the rows together with the contact; this deletes the runs that are still in memory.
  bus.within(ContactDeleting, ({ tenant }) => dropNotMatched(tenant));
  bus.within(ContactsClearing, ({ tenant }) => dropNotMatched(tenant));
  bus.within(ContactExporting, ({ db }, { contact, add }) =>
    add({
      name: "regras.json",
      rows: () =>
        queryAll(db, sql.runsOfContact, { contactId: contact.id }).map(({ at, conditions, ...run }) => ({
          ...run,
          at: new Date(at).toISOString(),
          conditions: JSON.parse(conditions),
        })),
    }),
  );
}
