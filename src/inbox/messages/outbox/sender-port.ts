import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Sends the rows of the outbox, with one sender per connection. */
export interface Sender {
  /**
   * Schedules a check for rows to send on this connection: only the contact's when only its rows have changed, else
   * all.
   */
  wake(tenant: Tenant, connectionId: number, contactId?: number): void;
  /** Ids of the rows being sent; the sweep skips them. */
  inFlight(tenant: Tenant, connectionId: number): ReadonlySet<number>;
  /** Starts no further sends; resolves when the running sends are done. */
  stop(): Promise<void>;
}

export const SenderPort = definePort<Sender>("sender");
