import type { FoundTicket, Ticket } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { defineEvent } from "#platform/events/define-event.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Message } from "./schema.ts";

/** A message was stored and people are to see it arrive. */
export const MessageCreated = defineEvent<{
  readonly message: Message;
  readonly ticket: Ticket;
  /** Sound and notification: never for groups, bots and our own (docs/rules/realtime.md#channels). */
  readonly notify: boolean;
}>("message.created");

/** Marks, text, reactions or state of a message are different; told once per message and transaction. */
export const MessageUpdated = defineEvent<{ readonly messageId: number }>("message.updated");

/**
 * A message of ours is being handed over to the network. Nearly always the network accepts it at once, so pages get an update only
 * when it takes longer.
 */
export const MessageSending = defineEvent<{ readonly messageId: number }>("message.sending");

/** The customer's phone says how far a message of ours got: `ack` 2 on the device, 3 and 4 read, 5 played. */
export const MessageReceiptReceived = defineEvent<{ readonly messageId: number; readonly ack: number }>(
  "message.marked",
);

/** The network has one of our messages (`ack` 1). */
export const MessageAccepted = defineEvent<{ readonly messageId: number }>("message.acked");

/**
 * A customer's message is stored in its ticket, inside the lane's transaction: the seam for whoever answers by
 * itself (docs/rules/inbound.md#steps steps 11-18). `botAllowed` says whether that may happen at all; the reason stands
 * beside.
 */
export const MessageReceived = defineEvent<{
  readonly message: Message;
  readonly ticket: Ticket;
  readonly contact: KnownContact;
  readonly outcome: FoundTicket["outcome"];
  readonly botAllowed: boolean;
  /**
   * Behind this one the customer has written more: only the last message is answered
   * (docs/rules/inbound.md#journal-and-chat-order).
   */
  readonly newerWaits: boolean;
  /** Id of what was pressed in a menu, null when it was typed. */
  readonly tap: string | null;
}>("message.received");

/** What became of something in the outbox, for those who wait for it. */
export const OutboxCompleted = defineEvent<{
  readonly outboxId: number;
  readonly messageId: number | null;
  readonly source: string;
  readonly sourceKey: string;
  readonly state: "sent" | "failed" | "cancelled";
  readonly error: string | null;
  /** A recording was converted for it. */
  readonly isVoice: boolean;
}>("outbox.settled");

/** A file that nobody tried to fetch yet. */
export const FileWanted = defineEvent<{ readonly fileId: number }>("message.file_wanted");

const announced = new WeakMap<TenantUnit, Set<number>>();

/** Emits `MessageUpdated`; several changes in one transaction make one event. */
export function announceUpdate(unit: TenantUnit, messageId: number): void {
  let known = announced.get(unit);
  if (!known) {
    known = new Set();
    announced.set(unit, known);
  }
  if (known.has(messageId)) return;
  known.add(messageId);
  unit.emit(MessageUpdated, { messageId });
}
