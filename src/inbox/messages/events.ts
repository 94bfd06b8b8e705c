import type { ReportedPricing } from "#channels/connections/index.ts";
import type { FoundTicket, Ticket } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { defineEvent } from "#platform/events/define-event.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Origin } from "./contract.ts";
import type { Message } from "./schema.ts";

/** A message was stored. */
export const MessageCreated = defineEvent<{
  readonly message: Message;
  readonly ticket: Ticket;
  /**
   * Whether pages play a sound and show a notification: never for groups, bots and our own messages
   * (docs/rules/realtime.md#channels).
   */
  readonly notify: boolean;
}>("message.created");

/** A message that reconciliation found was stored, or a placeholder got its content. */
export const GapFilled = defineEvent<{ readonly message: Message }>("message.gap_filled");

/** Messages are about to be deleted; emitted within the transaction, while the rows still exist, once per step. */
export const MessagesRemoving = defineEvent<{ readonly ids: readonly number[] }>("message.removing");

/** A merge or its undo moved messages to another contact; `within` listeners move their own rows about these messages. */
export const MessagesMoved = defineEvent<{ readonly ids: readonly number[]; readonly contactId: number }>(
  "message.moved",
);

/** The ack status, text, reactions or state of a message changed; emitted once per message and transaction. */
export const MessageUpdated = defineEvent<{ readonly messageId: number }>("message.updated");

/** The send of a message was undone: the message is hidden from now on. */
export const MessageUndone = defineEvent<{ readonly messageId: number; readonly ticketId: number }>(
  "message.undone",
);

/** A message can no longer be undone, because it is being sent. Emitted within the transaction of the claim. */
export const MessageReleased = defineEvent<{ readonly messageId: number }>("message.released");

/** A message of ours is being sent. Pages get an update only when the network does not accept it immediately. */
export const MessageSending = defineEvent<{ readonly messageId: number }>("message.sending");

/** The ack status of a message of ours has grown: `ack` 2 delivered, 3 and 4 read, 5 played. */
export const MessageReceiptReceived = defineEvent<{
  readonly messageId: number;
  readonly origin: Origin;
  readonly ack: number;
}>("message.receipt_received");

/**
 * A network that creates the message ids reported a status of one of our messages, within the transaction of the status.
 * `ack` -1: it failed; `at`: time of the network, ms; `pricing` is null when the status carries none.
 */
export const MessageStatusReported = defineEvent<{
  readonly messageId: number;
  readonly connectionId: number;
  readonly ack: number;
  readonly at: number;
  readonly pricing: ReportedPricing | null;
}>("message.status_reported");

/** The network accepted one of our messages (`ack` 1). */
export const MessageAccepted = defineEvent<{ readonly messageId: number }>("message.accepted");

/**
 * A customer's message was stored in its ticket. Emitted within the transaction of the inbound event; bots and
 * integrations listen to it (docs/rules/inbound.md#steps steps 11-18). `botAllowed`: whether they may answer.
 */
export const MessageReceived = defineEvent<{
  readonly message: Message;
  readonly ticket: Ticket;
  readonly contact: KnownContact;
  readonly outcome: FoundTicket["outcome"];
  readonly botAllowed: boolean;
  /** True when a rule already sent a text for the time outside opening hours; the bot then sends none. */
  readonly closedText: boolean;
  /**
   * True = the customer has written more messages since; only the last one is answered
   * (docs/rules/inbound.md#journal-and-chat-order).
   */
  readonly newerWaits: boolean;
  /** Id of the tapped menu option, where the network sends one; null = typed text, a file, a tap without an id. */
  readonly tap: string | null;
}>("message.received");

/** A send was completed. */
export const OutboxCompleted = defineEvent<{
  readonly outboxId: number;
  readonly messageId: number | null;
  readonly source: string;
  readonly sourceKey: string;
  readonly state: "sent" | "failed" | "cancelled";
  readonly error: string | null;
  /** Whether a recording was converted to a voice note for this send. */
  readonly isVoice: boolean;
}>("outbox.settled");

/** A message that was marked as sent is queued again, because the network refused it afterwards for a temporary reason. */
export const SendReopened = defineEvent<{
  readonly outboxId: number;
  readonly messageId: number;
  readonly source: string;
}>("outbox.reopened");

/** A message has a file that is not fetched yet. */
export const FileWanted = defineEvent<{ readonly fileId: number }>("message.file_wanted");

const announced = new WeakMap<TenantUnit, Set<number>>();

/** Emits `MessageUpdated`; several changes of a message in one transaction emit it once. */
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
