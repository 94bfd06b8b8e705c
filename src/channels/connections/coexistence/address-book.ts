import { ContactsReloaded } from "#people/contacts/events.ts";
import { ErasedAtPort, identityKey, importPerson } from "#people/contacts/index.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Contacts stored per transaction. */
const SLICE = 100;

/**
 * Adds the people of the phone's address book: unknown numbers become contacts, known ones get a missing name. The phone
 * still has the people whom the company erased: they are left out.
 */
export async function importAddressBook(
  tenant: Tenant,
  entries: readonly { readonly name: string; readonly number: string }[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += SLICE) {
    tenant.write((unit) => {
      for (const { name, number } of entries.slice(start, start + SLICE))
        if (!wasErased(tenant, number))
          importPerson(unit, { name: [...name].slice(0, 50).join(""), number, email: "", extras: [] });
      if (start + SLICE >= entries.length) unit.emit(ContactsReloaded, {});
    });
    await yieldToEventLoop(tenant);
  }
}

function wasErased(tenant: Tenant, number: string): boolean {
  const matchKey = identityKey({ kind: "pn", value: number });
  const erasedAt = tenant.installation.ports.find(ErasedAtPort);
  return (erasedAt?.(tenant, [{ kind: "pn", scope: "", matchKey }]) ?? null) !== null;
}
