import { ContactExporting } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { presentClock } from "./clocks.ts";
import * as sql from "./sla.sql.ts";

/** Clocks read at a time. */
const BATCH = 200;

/** The promised times of a contact's tickets are part of the export of that person (docs/rules/contacts.md#deletion). */
export function exportClocks({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    add({ name: "prazos.json", rows: () => clocksOfContact(db, contact.id) });
  });
}

function* clocksOfContact(db: Db, contactId: number) {
  for (let after = 0; ; ) {
    const clocks = queryAll(db, sql.clocksOfContact, { contactId, after, limit: BATCH });
    for (const { protocol, ...clock } of clocks) {
      const { policy, target, state, startedAt, dueAt, metAt, missedAt } = presentClock(clock);
      yield { protocol, policy: policy.name, target, state, startedAt, dueAt, metAt, missedAt };
    }
    after = clocks.at(-1)?.id ?? 0;
    if (clocks.length < BATCH) return;
  }
}
