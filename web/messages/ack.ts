import type { MessageAnswer } from "#messages/contract.ts";

/** What the mark beside the time says about one of our messages. */
export type AckMark = "failed" | "cancelled" | "waiting" | "sent" | "received" | "read" | "played";

type Sent = Pick<MessageAnswer, "ack" | "sendState">;

/**
 * The mark of our own message: a clock until the network took it, ✓ sent, ✓✓ received, ✓✓ in colour read
 * (specification 000 section 2: 1 sent, 2 received, 3 read; 4 and 5 read in colour).
 */
export function ackMark(message: Sent): AckMark {
  if (message.sendState === "failed") return "failed";
  if (message.sendState === "cancelled") return "cancelled";
  if (message.ack >= 5) return "played";
  if (message.ack >= 3) return "read";
  if (message.ack === 2) return "received";
  return message.ack === 1 ? "sent" : "waiting";
}
