import type { proto } from "@whiskeysockets/baileys";
import { chatOf, type OpenLetter } from "#simulator/messaging/letter.ts";
import { type ChatMessage, type DeliveryStep, makeChatMessage } from "./chat-message.ts";
import { kindOf, unwrap } from "./content.ts";
import type { Phone } from "./phone.ts";

/**
 * Stores a letter in a phone's chats. A repeated letter is only counted; edits, revokes and reactions change the
 * message they reference and are also stored as messages of their own.
 */
export function keepMessage(phone: Phone, letter: OpenLetter, step: DeliveryStep): ChatMessage {
  const chat = chatOf(letter, phone);
  const known = phone.chats.get(chat, letter.author.number, letter.id);
  if (known) {
    known.deliveries += 1;
    phone.network.feed.emit({ type: "changed", number: phone.number, message: known });
    return known;
  }
  const message = makeChatMessage({
    id: letter.id,
    chat,
    author: letter.author.number,
    fromMe: letter.author === phone,
    content: letter.content,
    at: letter.at,
    addressing: letter.addressing,
    device: letter.device,
    step,
  });
  phone.chats.add(message);
  applyToTarget(phone, message);
  phone.network.feed.emit({ type: "message", number: phone.number, message });
  return message;
}

function applyToTarget(phone: Phone, message: ChatMessage): void {
  const inner = unwrap(message.content);
  const kind = kindOf(message.content);
  const key = inner.reactionMessage?.key ?? inner.protocolMessage?.key;
  if ((kind !== "reaction" && kind !== "edit" && kind !== "revoke") || !key?.id) return;
  const target = phone.chats.find(message.chat, key.id);
  if (!target) return;
  if (kind === "reaction") react(target, message.author, inner.reactionMessage?.text ?? "");
  else if (kind === "revoke") target.isRevoked = true;
  else edit(target, inner.protocolMessage, message.at);
  phone.network.feed.emit({ type: "changed", number: phone.number, message: target });
}

function react(target: ChatMessage, author: string, emoji: string): void {
  if (emoji === "") target.reactions.delete(author);
  else target.reactions.set(author, emoji);
}

function edit(
  target: ChatMessage,
  change: proto.Message.IProtocolMessage | null | undefined,
  at: number,
): void {
  if (!change?.editedMessage) return;
  target.earlier.push(target.content);
  target.content = change.editedMessage;
  target.editedAt = at;
}
