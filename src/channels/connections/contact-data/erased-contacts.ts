import { eq } from "drizzle-orm";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { connection } from "#channels/connections/schema.ts";
import { sessionDirectory } from "#channels/connections/sessions/directory.ts";
import { ContactDeleting } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

const pending = new WeakMap<Installation, Promise<void>>();

/** Resolves when the sessions have removed all contacts that were erased until now. */
export const pendingErasures = (installation: Installation): Promise<void> =>
  pending.get(installation) ?? Promise.resolve();

/** Removes an erased contact from the sessions: keys, the phone's address book, messages stored for retries. */
export function eraseContactsFromSessions(installation: Installation): void {
  const { bus } = installation;
  bus.within(ContactDeleting, (unit, { contact }) => {
    const identities = identitiesOf(unit.db, contact.id);
    const values = [
      ...new Set(identities.flatMap(({ value, address }) => [value, address.split("@")[0] ?? address])),
    ];
    const { tenant } = unit;
    unit.afterCommit(() => {
      // One at a time: erasing a whole address book must not block the session threads.
      pending.set(
        installation,
        pendingErasures(installation).then(() => eraseFromSessions(tenant, values)),
      );
    });
  });
}

async function eraseFromSessions(tenant: Tenant, values: readonly string[]): Promise<void> {
  const provider = tenant.installation.ports.use(ProviderPort);
  // Deleted connections too: their directory may still exist.
  const rows = tenant.db
    .select({ id: connection.id })
    .from(connection)
    .where(eq(connection.channel, "whatsapp"))
    .all();
  for (const { id } of rows) {
    const key = { companyId: tenant.id, connectionId: id };
    try {
      await provider.forget?.(sessionDirectory(tenant, id), key, values);
    } catch (error) {
      tenant.log.warn(
        { connection: id, err: error },
        "the data of an erased contact could not be deleted from the file of a WhatsApp session",
      );
    }
  }
}
