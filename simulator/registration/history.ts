import { proto } from "@whiskeysockets/baileys";
import { addressOf } from "#simulator/messaging/letter.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import { kindOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const CONTROL_KINDS = new Set(["reaction", "edit", "revoke", "other"]);

/** All chats with people, as a phone sends them to a newly linked device, newest message first. */
export function historyOf(phone: Phone): proto.IConversation[] {
  const { directory } = phone.network;
  return phone.chats.list().flatMap((chat) => {
    const other = directory.byNumber(chat);
    if (!other) return [];
    const messages = phone.chats.with(chat).filter(isHistoryMessage);
    const last = messages.at(-1);
    return [
      {
        id: addressOf(other, "pn"),
        lidJid: other.lid ? addressOf(other, "lid") : null,
        name: other.name,
        conversationTimestamp: Math.floor((last?.at ?? 0) / 1000),
        messages: messages.map((message) => ({ message: webMessage(phone, other, message) })).reverse(),
      },
    ];
  });
}

/** False for reactions, edits and revokes, which a history does not list as messages. */
export const isHistoryMessage = ({ content }: ChatMessage): boolean => !CONTROL_KINDS.has(kindOf(content));

/** A message as the phone's history has it; `other` is the person of the chat, or the author inside a group. */
export function webMessage(
  phone: Phone,
  other: Phone,
  message: ChatMessage,
  remoteJid = addressOf(other, "pn"),
): proto.IWebMessageInfo {
  return {
    key: { remoteJid, fromMe: message.fromMe, id: message.id },
    message: message.content,
    messageTimestamp: Math.floor(message.at / 1000),
    pushName: message.fromMe ? phone.name : other.name,
    status: message.fromMe ? proto.WebMessageInfo.Status.READ : null,
  };
}
