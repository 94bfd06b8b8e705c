import type { OutboxRow } from "#inbox/messages/schema.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Counts first messages to contacts who never wrote; implemented by the feature `reach`. */
export interface NewChats {
  /**
   * Counts the first message to a contact. Returns null when it may be sent, else when to try again, ms. Messages of
   * people are counted and never refused: they confirmed before.
   */
  take(unit: TenantUnit, row: OutboxRow): number | null;
  /**
   * True when the message starts a chat beyond the budget, which a person must confirm first. A chat that is already counted needs no
   * confirmation.
   */
  needsConfirmation(unit: TenantUnit, pair: Pick<OutboxRow, "connectionId" | "contactId">): boolean;
  /** Number of new chats that automatic messages may still start now; null = no limit. */
  left(unit: Pick<TenantUnit, "db" | "tenant" | "now">, connectionId: number): number | null;
  /** When the budget begins again, ms. */
  resetsAt(unit: Pick<TenantUnit, "db" | "tenant" | "now">): number;
}

export const NewChatsPort = definePort<NewChats>("new-chats");
