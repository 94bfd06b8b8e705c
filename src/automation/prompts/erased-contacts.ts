import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const FORGET = "UPDATE ai_run SET trace = NULL WHERE instr(trace, ?) > 0";
const FORGET_ALL = "UPDATE ai_run SET trace = NULL WHERE trace IS NOT NULL";
const FORGET_TICKET = "UPDATE ai_run SET trace = NULL WHERE ticket_id = ? AND trace IS NOT NULL";

/** What models were told about an erased person goes with the person; the run and its tokens stay. */
export function eraseTraces({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) run(db, FORGET, name);
  });
  bus.within(ContactsCleared, ({ db }) => void run(db, FORGET_ALL));
}

/** What models were told in a ticket is kept no longer than its messages. */
export const forgetTraces = (unit: TenantUnit, ticketId: number): void =>
  void run(unit.db, FORGET_TICKET, ticketId);
