import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { InboundEvent, Provider } from "./provider.ts";

/** The driver of this process. */
export const ProviderPort = definePort<Provider>("provider");

/** Who stores what a driver hands over; the feature of the messages plugs itself in. */
export interface Inbox {
  /**
   * Stores the events in one transaction, in the order of the calls; processing follows by itself. What is stored
   * already is ignored. Throws at once when it cannot be stored (disk full): the driver keeps them. The answer resolves
   * when they are on the disk; only then may the network be told, and when it rejects never.
   * With `heldUntil` (ms) their chats wait that long at most for `release`; a restart in between changes nothing.
   */
  store(
    tenant: Tenant,
    connectionId: number,
    events: readonly InboundEvent[],
    options?: { readonly heldUntil?: number },
  ): Promise<void>;
  /** Lets events go that were held, with what was learned about them meanwhile. */
  release(tenant: Tenant, connectionId: number, events: readonly InboundEvent[]): void;
}
export const InboxPort = definePort<Inbox>("inbox");
