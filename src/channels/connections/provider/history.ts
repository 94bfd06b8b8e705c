import type { InboundEvent } from "./inbound.ts";

/** A request for the messages of one chat before a known one (docs/rules/reconciliation.md#requests). */
export interface HistoryRequest {
  /** Address of the chat, as messages are sent to it. */
  readonly chat: string;
  /** The known message; `at` in ms. */
  readonly before: { readonly providerId: string; readonly fromMe: boolean; readonly at: number };
  /** Largest number of messages in the answer. */
  readonly count: number;
  /** Unit in which the time of the known message is written. */
  readonly unit: "seconds" | "milliseconds";
}

/** `closed`: the WhatsApp session was not open, so no request was sent to the phone. */
export type HistoryAnswer =
  | {
      readonly state: "answered";
      /** Events of kind `message` and `skipped`, oldest first. */
      readonly events: readonly InboundEvent[];
      /** How many messages of the chat the phone sent, at most as many as requested, including those without an event. */
      readonly count: number;
      /** The oldest of them, for the next request; null without any. */
      readonly oldest: HistoryRequest["before"] | null;
    }
  | { readonly state: "silent" | "closed" };
