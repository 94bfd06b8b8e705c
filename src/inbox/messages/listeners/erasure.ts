import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/** An event that waits for its turn has brought its file already. */
const WAITING = "SELECT payload FROM inbound_event WHERE state = 'new' AND instr(payload, ?) > 0";
// Events of groups name everyone who wrote.
const FORGET = "DELETE FROM inbound_event WHERE instr(payload, ?) > 0";
const FORGET_ALL = "DELETE FROM inbound_event WHERE state <> 'new'";

/** Events of the journal that name an erased person go with the person. */
export function listenToErasure({ bus }: Installation): void {
  bus.within(ContactTracesErasing, (unit, { traces }) => {
    for (const name of traces.names) {
      for (const { payload } of all<{ payload: string }>(unit.db, WAITING, name))
        dropFile(unit, JSON.parse(payload));
      run(unit.db, FORGET, name);
    }
  });
  bus.within(ContactsCleared, ({ db }) => void run(db, FORGET_ALL));
}
