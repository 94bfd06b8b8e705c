import { ProviderPort } from "#channels/connections/provider-port.ts";
import { sessionDirectory } from "#channels/connections/sessions/directory.ts";
import { ContactDeleting } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import { all } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Hidden ones too: their directory may still be there. */
const CONNECTIONS = "SELECT id FROM connection WHERE channel = 'whatsapp'";

const forgetting = new WeakMap<Installation, Promise<void>>();

/** Resolves when the sessions have forgotten whoever was erased until now. */
export const erasedForgotten = (installation: Installation): Promise<void> =>
  forgetting.get(installation) ?? Promise.resolve();

/** Whoever is erased is forgotten by the sessions too: keys, the phone's book, messages kept for repeats. */
export function forgetErasedContacts(installation: Installation): void {
  const { bus } = installation;
  bus.within(ContactDeleting, (unit, { contact }) => {
    const identities = identitiesOf(unit.db, contact.id);
    const values = [
      ...new Set(identities.flatMap(({ value, address }) => [value, address.split("@")[0] ?? address])),
    ];
    const { tenant } = unit;
    unit.afterCommit(() => {
      // One after the other: a whole address book must not take the sessions' thread.
      forgetting.set(
        installation,
        erasedForgotten(installation).then(() => forget(tenant, values)),
      );
    });
  });
}

async function forget(tenant: Tenant, values: readonly string[]): Promise<void> {
  const provider = tenant.installation.ports.use(ProviderPort);
  for (const { id } of all<{ id: number }>(tenant.db, CONNECTIONS)) {
    const key = { companyId: tenant.id, connectionId: id };
    try {
      await provider.forget?.(sessionDirectory(tenant, id), key, values);
    } catch (error) {
      tenant.log.warn({ connection: id, err: error }, "a session still knows somebody who was erased");
    }
  }
}
