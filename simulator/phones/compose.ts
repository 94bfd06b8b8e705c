import { proto } from "@whiskeysockets/baileys";
import type { Group } from "#simulator/groups/announce.ts";
import { type Addressing, groupJid } from "#simulator/jids.ts";
import { addressOf, isGroup } from "#simulator/messaging/letter.ts";
import type { ChatMessage } from "./chat-message.ts";
import { unwrap } from "./content.ts";
import type { Phone } from "./phone.ts";

const { Type } = proto.Message.ProtocolMessage;

/** The preview that a phone sends along with the address in a text. */
export interface LinkPreview {
  /** The address as written in the text. */
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** JPEG. */
  readonly picture?: Uint8Array;
}

/** Options of a message: quote, view once, disappearing. */
export interface Dress {
  readonly quote?: ChatMessage;
  readonly viewOnce?: boolean;
  /** Seconds after which it disappears. */
  readonly ephemeral?: number;
}

/** The key that identifies a message of `author` in a chat. */
export function keyFor(
  author: Phone,
  chat: Phone | Group,
  target: ChatMessage,
  addressing: Addressing,
): proto.IMessageKey {
  const writer = author.network.directory.byNumber(target.author);
  return {
    remoteJid: isGroup(chat) ? groupJid(chat.id) : addressOf(chat, addressing),
    fromMe: target.fromMe,
    id: target.id,
    participant: isGroup(chat) && writer ? addressOf(writer, addressing) : null,
  };
}

export function reaction(key: proto.IMessageKey, emoji: string, at: number): proto.IMessage {
  return { reactionMessage: { key, text: emoji, senderTimestampMs: at } };
}

export function revoke(key: proto.IMessageKey): proto.IMessage {
  return { protocolMessage: { type: Type.REVOKE, key } };
}

export function edit(key: proto.IMessageKey, content: proto.IMessage, at: number): proto.IMessage {
  return { protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: content, timestampMs: at } };
}

/** A text; with a preview it is an extended text, as on the real network. */
export function textContent(text: string, link?: LinkPreview): proto.IMessage {
  if (!link) return { conversation: text };
  const { url, title, description = "", picture } = link;
  const preview = { matchedText: url, title, description, previewType: 0 };
  return { extendedTextMessage: { text, ...preview, ...(picture && { jpegThumbnail: picture }) } };
}

/** One contact card, or a message with several. */
export function contactCards(cards: readonly { name: string; number: string }[]): proto.IMessage {
  const contacts = cards.map(({ name, number }) => ({
    displayName: name,
    vcard: [
      "BEGIN:VCARD",
      "VERSION:3.0",
      `FN:${name}`,
      `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`,
      "END:VCARD",
    ].join("\n"),
  }));
  const [only] = contacts;
  if (contacts.length === 1 && only) return { contactMessage: only };
  return { contactsArrayMessage: { displayName: `${contacts.length} contatos`, contacts } };
}

/** Adds quote and wrappers to a content. */
export function dress(
  author: Phone,
  content: proto.IMessage,
  addressing: Addressing,
  { quote, viewOnce, ephemeral }: Dress,
): proto.IMessage {
  let dressed = content;
  if (quote || ephemeral) dressed = withContext(author, content, addressing, quote, ephemeral);
  if (viewOnce) dressed = { viewOnceMessageV2: { message: dressed } };
  if (ephemeral) dressed = { ephemeralMessage: { message: dressed } };
  return dressed;
}

function withContext(
  author: Phone,
  content: proto.IMessage,
  addressing: Addressing,
  quote: ChatMessage | undefined,
  ephemeral: number | undefined,
): proto.IMessage {
  const writer = quote && author.network.directory.byNumber(quote.author);
  const contextInfo: proto.IContextInfo = {
    ...(quote && { stanzaId: quote.id, quotedMessage: unwrap(quote.content) }),
    ...(writer && { participant: addressOf(writer, addressing) }),
    ...(ephemeral && { expiration: ephemeral }),
  };
  if (content.conversation) return { extendedTextMessage: { text: content.conversation, contextInfo } };
  const entries = Object.entries(content).map(([name, part]) => [name, { ...part, contextInfo }]);
  return Object.fromEntries(entries);
}
