import type { Group } from "#simulator/groups/announce.ts";
import { groupJid } from "#simulator/jids.ts";
import { type ChatMessage, type DeliveryStep, isFurther } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";
import { addressOf } from "./letter.ts";

/** Receipts that a reader sends to the author. */
export type ReportedStep = Extract<DeliveryStep, "delivered" | "read" | "played">;

const RECEIPT_TYPE: Record<ReportedStep, string | null> = { delivered: null, read: "read", played: "played" };

/** Reports to the devices of an author how far their messages got with a reader. */
export function report(
  reader: Phone,
  author: Phone,
  group: Group | null,
  messages: readonly Pick<ChatMessage, "id" | "addressing">[],
  step: ReportedStep,
): void {
  const [first, ...others] = messages;
  if (!first) return;
  for (const { id } of messages) advance(author, group?.id ?? reader.number, id, reader, step);
  if (author.companions.size === 0) return;
  const now = Math.floor(reader.network.clock.now() / 1000);
  const receipt = node(
    "receipt",
    { ...senderAttributes(reader, group, first), id: first.id, t: now, type: RECEIPT_TYPE[step] },
    others.length > 0
      ? [
          node(
            "list",
            {},
            others.map(({ id }) => node("item", { id })),
          ),
        ]
      : undefined,
  );
  for (const companion of author.companions.values()) companion.deliver(receipt);
}

function senderAttributes(
  reader: Phone,
  group: Group | null,
  message: Pick<ChatMessage, "addressing">,
): BinaryNode["attrs"] {
  const address = addressOf(reader, message.addressing);
  return group ? { from: groupJid(group.id), participant: address } : { from: address };
}

/** Advances the delivery step of a sent message on its author's phone; in groups per member. */
export function advance(author: Phone, chat: string, id: string, reader: Phone, step: DeliveryStep): void {
  const message = author.chats.get(chat, author.number, id);
  if (!message) return;
  message.receipts.set(reader.number, step);
  if (!isFurther(message.step, step)) return;
  message.step = step;
  author.network.feed.emit({ type: "changed", number: author.number, message });
}
