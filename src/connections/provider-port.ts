import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { InboundEvent, Provider } from "./provider.ts";

/** The driver of this process. */
export const ProviderPort = definePort<Provider>("provider");

/** Who stores what a driver hands over; the feature of the messages plugs itself in. */
export interface Inbox {
  /**
   * Stores the events in one transaction and returns once they are safe; processing follows by itself.
   * What is stored already is ignored. Throws when it cannot be stored (disk full): the driver keeps them.
   * With `heldUntil` (ms) their chats wait that long at most for `release`; a restart in between changes nothing.
   */
  store(
    tenant: Tenant,
    connectionId: number,
    events: readonly InboundEvent[],
    options?: { readonly heldUntil?: number },
  ): void;
  /** Lets events go that were held, with what was learned about them meanwhile. */
  release(tenant: Tenant, connectionId: number, events: readonly InboundEvent[]): void;
}
export const InboxPort = definePort<Inbox>("inbox");
