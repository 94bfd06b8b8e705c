import type { SentLine } from "#automation/public-api/contract.ts";

export type SentState = "queued" | "sending" | "sent" | "received" | "read" | "failed" | "cancelled";

/**
 * State of a message: its outbox status until it is sent, then its receipt (`ack` of
 * docs/rules/messages.md#fields).
 */
export function sentState({ status, ack }: Pick<SentLine, "status" | "ack">): SentState {
  if (status !== "sent") return status;
  if (ack >= 3) return "read";
  return ack === 2 ? "received" : "sent";
}

export const STATE_TONES = {
  queued: "waiting",
  sending: "waiting",
  sent: "neutral",
  received: "primary",
  read: "success",
  failed: "danger",
  cancelled: "neutral",
} as const satisfies Record<SentState, string>;
