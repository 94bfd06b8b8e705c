import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type ConnectionSender, createConnectionSender } from "./connection-sender.ts";
import type { Sender } from "./sender-port.ts";

/** Manages one sender per connection; an idle sender costs only a map entry. */
export function createSender(installation: Installation): Sender {
  const lanes = new Map<string, ConnectionSender>();
  const none: ReadonlySet<number> = new Set();
  let stopped = false;
  const nameOf = (tenant: Tenant, connectionId: number) => `${tenant.id}:${connectionId}`;
  return {
    wake(tenant, connectionId, contactId) {
      if (stopped) return;
      const name = nameOf(tenant, connectionId);
      let lane = lanes.get(name);
      // An evicted company has a new database handle after it is opened again.
      if (lane?.tenant !== tenant.base) {
        lane = createConnectionSender(installation, tenant.base, connectionId);
        lanes.set(name, lane);
      }
      lane.wake(contactId);
    },
    inFlight: (tenant, connectionId) => lanes.get(nameOf(tenant, connectionId))?.inFlight ?? none,
    async stop() {
      stopped = true;
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
      lanes.clear();
    },
  };
}
