import type { proto } from "@whiskeysockets/baileys";
import type { Addressing } from "#simulator/jids.ts";

/** Delivery steps in order; a message never goes back. */
const DELIVERY_STEPS = ["pending", "sent", "delivered", "read", "played"] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

/** One message as a phone shows it. */
export interface ChatMessage {
  readonly id: string;
  /** The other person's number, or the group's id. */
  readonly chat: string;
  /** Number of the author. */
  readonly author: string;
  readonly fromMe: boolean;
  /** Decrypted content, including wrappers (ephemeral, view once). */
  content: proto.IMessage;
  /** ms since 1970. */
  readonly at: number;
  readonly addressing: Addressing;
  /** Device that sent it: 0 the phone, others its companions. */
  readonly device: number;
  step: DeliveryStep;
  /** How often this id was delivered to the phone; repeats are not shown. */
  deliveries: number;
  /** Error the server answered with (`ack error`), null when none. */
  error: string | null;
  editedAt: number | null;
  /** Contents before the edits, oldest first. */
  readonly earlier: proto.IMessage[];
  isRevoked: boolean;
  /** Emoji by the number of the person who reacted. */
  readonly reactions: Map<string, string>;
  /** In groups: delivery step per member. */
  readonly receipts: Map<string, DeliveryStep>;
}

export type NewMessage = Pick<
  ChatMessage,
  "id" | "chat" | "author" | "fromMe" | "content" | "at" | "addressing" | "device" | "step"
>;

export function makeChatMessage(fields: NewMessage): ChatMessage {
  return {
    ...fields,
    deliveries: 1,
    error: null,
    editedAt: null,
    earlier: [],
    isRevoked: false,
    reactions: new Map(),
    receipts: new Map(),
  };
}

/** True when `next` is further than `current`; steps never go back. */
export function isFurther(current: DeliveryStep, next: DeliveryStep): boolean {
  return DELIVERY_STEPS.indexOf(next) > DELIVERY_STEPS.indexOf(current);
}
