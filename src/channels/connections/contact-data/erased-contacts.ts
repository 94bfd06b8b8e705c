import { eq } from "drizzle-orm";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { connection } from "#channels/connections/schema.ts";
import { sessionDirectory } from "#channels/connections/sessions/directory.ts";
import { ContactDeleting } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import { createSerialQueue, type SerialQueue } from "#platform/jobs/paced-queue.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Erasures of an installation run one after the other: a whole address book must not block the session threads. */
const queues = new WeakMap<Installation, SerialQueue>();
function queueOf(installation: Installation): SerialQueue {
  const queue = queues.get(installation) ?? createSerialQueue();
  queues.set(installation, queue);
  return queue;
}

/** Resolves when the sessions have removed all contacts that were erased until now. */
export const pendingErasures = (installation: Installation): Promise<void> =>
  queueOf(installation)(async () => undefined);

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
      // Until its turn comes, the database of an idle company would be closed.
      const release = tenant.base.keepOpen();
      void queueOf(installation)(() => eraseFromSessions(tenant, values))
        .catch((error: unknown) =>
          tenant.log.error(
            { err: error },
            "the data of an erased contact could not be deleted from the files of the WhatsApp sessions",
          ),
        )
        .finally(release);
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
