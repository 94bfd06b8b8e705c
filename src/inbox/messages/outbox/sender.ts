import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ConnectionSender } from "./connection-sender.ts";
import type { Sender } from "./sender-port.ts";

/** Manages one sender per connection; an idle sender costs only a map entry. */
export function createSender(installation: Installation): Sender {
  const senders = new Map<string, ConnectionSender>();
  const none: ReadonlySet<number> = new Set();
  let stopped = false;
  const nameOf = (tenant: Tenant, connectionId: number) => `${tenant.id}:${connectionId}`;
  return {
    wake(tenant, connectionId, contactId) {
      if (stopped) return;
      const name = nameOf(tenant, connectionId);
      let sender = senders.get(name);
      // An evicted company has a new database handle after it is opened again.
      if (sender?.tenant !== tenant.base) {
        sender = new ConnectionSender(installation, tenant.base, connectionId);
        senders.set(name, sender);
      }
      sender.wake(contactId);
    },
    inFlight: (tenant, connectionId) => senders.get(nameOf(tenant, connectionId))?.inFlight ?? none,
    async stop() {
      stopped = true;
      await Promise.all([...senders.values()].map((sender) => sender.stop()));
      senders.clear();
    },
  };
}
