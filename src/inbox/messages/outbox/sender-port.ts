import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Sends the rows of the outbox, with one sender per connection. */
export interface Sender {
  /** Checks soon for rows to send on this connection: of one contact where only its rows have changed, else of all. */
  wake(tenant: Tenant, connectionId: number, contactId?: number): void;
  /** Rows being sent right now, which the sweep leaves alone. */
  inFlight(tenant: Tenant, connectionId: number): ReadonlySet<number>;
  /** Starts no further sends; resolves when the running ones are done. */
  stop(): Promise<void>;
}

export const SenderPort = definePort<Sender>("sender");
