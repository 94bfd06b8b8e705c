import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** The ack status that is shown beside the time of one of our messages. */
export type AckMark = "failed" | "cancelled" | "waiting" | "sent" | "received" | "read" | "seen" | "played";

type Sent = Pick<MessageAnswer, "ack" | "sendState">;

/**
 * The mark of our own message (docs/rules/messages.md#ack): a clock until the network took it, ✓ sent (ack 1), ✓✓
 * received (2), ✓✓ read (3), and ✓✓ in colour from a read receipt on (4 read, 5 played).
 */
export function ackMark(message: Sent): AckMark {
  if (message.sendState === "failed") return "failed";
  if (message.sendState === "cancelled") return "cancelled";
  if (message.ack >= 5) return "played";
  if (message.ack === 4) return "seen";
  if (message.ack === 3) return "read";
  if (message.ack === 2) return "received";
  return message.ack === 1 ? "sent" : "waiting";
}
