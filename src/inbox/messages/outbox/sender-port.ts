import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Hands the outbox to the drivers, one sender per connection. */
export interface Sender {
  /** Looks for something to send on this connection, soon. */
  wake(tenant: Tenant, connectionId: number): void;
  /** Rows being handed over right now: whoever sweeps leaves them alone. */
  inFlight(tenant: Tenant, connectionId: number): ReadonlySet<number>;
  /** Takes nothing new; resolves when what is being handed over is through. */
  stop(): Promise<void>;
}

export const SenderPort = definePort<Sender>("sender");
