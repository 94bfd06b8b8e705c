import { definePort } from "#platform/ports.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { InboundEvent, Provider } from "./provider.ts";

/** The provider of this process. */
export const ProviderPort = definePort<Provider>("provider");

/** Stores the events of the drivers; implemented by the feature `messages`. */
export interface Inbox {
  /**
   * Stores the events in one transaction, in the order of the calls; they are processed later. Known events are
   * ignored. Throws when they cannot be stored (disk full): the driver then repeats them. The promise resolves when
   * they are synced to disk; only then may the network be acknowledged, and never after a rejection. With `heldUntil`
   * (ms) their chats wait at most until then for `release`; a restart in between does no harm.
   */
  store(
    tenant: Tenant,
    connectionId: number,
    events: readonly InboundEvent[],
    options?: { readonly heldUntil?: number },
  ): Promise<void>;
  /** Releases held events, completed with the data that was requested meanwhile. */
  release(tenant: Tenant, connectionId: number, events: readonly InboundEvent[]): void;
}
export const InboxPort = definePort<Inbox>("inbox");

/** The connections of a company that a new owner opens first; implemented by the feature `messages`. */
export interface Traffic {
  /** Connections with messages to send. */
  readonly waiting: ReadonlySet<number>;
  /** Connections with tickets that changed since the given time. */
  readonly recent: ReadonlySet<number>;
}
export const TrafficPort = definePort<(tenant: Tenant, sinceMs: number) => Traffic>("traffic");

/** The health score of a number, 0 to 100 (docs/rules/reach.md#doctor); implemented by the feature `reach`. */
export const NumberScorePort = definePort<(tenant: Tenant, connectionId: number) => number>("number-score");

/** Number of contacts who were sent templates since a time (ms); implemented by the feature `messages`. */
export const TemplateRecipientsPort =
  definePort<(tenant: Tenant, sinceMs: number) => number>("template-recipients");
