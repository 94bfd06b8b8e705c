import { proto, toNumber, type WAMessage } from "@whiskeysockets/baileys";
import type { InboundEvent, NetworkIdentity } from "#channels/connections/provider.ts";
import type { Directory } from "#channels/connections/whatsapp/store/directory.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";
import type { OwnAddresses } from "#channels/connections/whatsapp/store/session-store.ts";
import { contentKind, isSilent, isUnknown, summaryOf, textOf, translateContent, unwrap } from "./content.ts";
import { kindOf, parseJid, sameUser } from "./jid.ts";
import { referralOf } from "./referral.ts";

/** Data that a translation needs besides the message. */
export interface TranslationContext {
  readonly own: OwnAddresses;
  readonly directory: Pick<Directory, "describe" | "chatKey">;
  readonly offline: boolean;
  readonly history: boolean;
  /** The name of a group; null while it is unknown. */
  readonly groupName: (jid: string) => string | null;
}

/** One message as an event of the port; `media` is set when the event has a file to download. */
export interface Translation {
  readonly event: InboundEvent;
  readonly media: MediaReference | null;
}

type Base = Pick<InboundEvent, "chatKey" | "at" | "chat">;
const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;

/** A handle to download a missing file later; the same message has the same handle. */
function handleOf(chatKey: string, eventKey: string): string {
  return new Bun.CryptoHasher("sha256").update(`${chatKey} ${eventKey}`).digest("hex").slice(0, 32);
}

/**
 * Translates one decrypted WhatsApp message with addresses from our point of view. Null for everything that is not a
 * message of a chat (status, newsletters, key exchange). Pure apart from the directory.
 */
export function translate(message: WAMessage, context: TranslationContext): Translation | null {
  const { key } = message;
  const id = key.id;
  const kind = kindOf(parseJid(key.remoteJid));
  if (!id || (kind !== "pn" && kind !== "lid" && kind !== "group")) return null;
  const content = unwrap(message.message);
  if (!content) return null;
  const contentName =
    contentKind(content) ?? (isUnknown(content) && !context.history ? "unknown" : undefined);
  if (!contentName) return null;

  const chat = context.directory.describe(key.remoteJid, key.remoteJidAlt);
  const chatKey = context.directory.chatKey(chat);
  const fromMe = key.fromMe === true;
  const author = fromMe ? null : authorOf(message, chat, context);
  const authorKey = author ? context.directory.chatKey(author) : "me";
  const base: Base = { chatKey, chat, at: toNumber(message.messageTimestamp) * 1000 };

  const special = translateSpecial(content, base, {
    id,
    fromMe,
    author: author ?? ownIdentities(context),
    authorKey,
    isGroup: kind === "group",
  });
  if (special) return { event: special, media: null };
  const toOurselves = sameUser(key.remoteJid, context.own.id) || sameUser(key.remoteJid, context.own.lid);
  if (toOurselves || isSilent(contentName)) {
    const reason = toOurselves ? "note to self" : contentName;
    return { event: { ...base, kind: "skipped", eventKey: id, providerId: id, reason }, media: null };
  }
  const { content: said, file } = translateContent(content);
  // Senders choose the id, so the key also contains the author: always in groups, and in other chats for our own
  // messages.
  const eventKey = kind === "group" ? `${id}:${authorKey}` : fromMe ? `${id}:me` : id;
  const event: InboundEvent = {
    ...base,
    kind: "message",
    eventKey,
    providerId: id,
    fromMe,
    participant: kind === "group" ? (author ?? ownIdentities(context)) : null,
    ...(kind === "group" && { groupName: context.groupName(key.remoteJid ?? "") }),
    pushName: fromMe ? null : message.pushName || message.verifiedBizName || null,
    content: withHandle(said, handleOf(chatKey, eventKey)),
    quoted: quotedOf(content, context.own),
    ...(!fromMe && referralOf(content)),
    offline: context.offline,
    history: context.history,
  };
  const name = { id, chat: key.remoteJid ?? "", participant: key.participant || null, fromMe };
  return { event, media: file ? { ...file, message: name } : null };
}

type Said = Extract<InboundEvent, { kind: "message" }>["content"];

function withHandle(content: Said, handle: string): Said {
  return content.type === "media"
    ? { ...content, media: { ...content.media, file: { state: "missing", handle } } }
    : content;
}

function ownIdentities({ own, directory }: TranslationContext): NetworkIdentity[] {
  return directory.describe(own.id, own.lid);
}

function authorOf(message: WAMessage, chat: readonly NetworkIdentity[], context: TranslationContext) {
  const { participant, participantAlt } = message.key;
  const written = participant || message.participant;
  return written ? context.directory.describe(written, participantAlt) : [...chat];
}

interface Actor {
  /** Id of the message that contains the change: distinguishes a second change from a second delivery. */
  readonly id: string;
  readonly fromMe: boolean;
  readonly author: readonly NetworkIdentity[];
  readonly authorKey: string;
  readonly isGroup: boolean;
}

function translateSpecial(content: proto.IMessage, base: Base, actor: Actor): InboundEvent | null {
  const { id, fromMe, author, authorKey } = actor;
  const reaction = content.reactionMessage;
  if (reaction) {
    const providerId = reaction.key?.id ?? "";
    const at = toNumber(reaction.senderTimestampMs) || base.at;
    const eventKey = `${providerId}:${authorKey}:${id}`;
    return {
      ...base,
      at,
      kind: "reaction",
      eventKey,
      providerId,
      fromMe,
      author,
      emoji: reaction.text ?? "",
    };
  }
  const protocol = content.protocolMessage;
  const providerId = protocol?.key?.id;
  if (!protocol || !providerId) return null;
  if (protocol.type === REVOKE) {
    return { ...base, kind: "revoke", eventKey: `${providerId}:${authorKey}`, providerId, fromMe };
  }
  if (protocol.type !== MESSAGE_EDIT) return null;
  const at = toNumber(protocol.timestampMs) || base.at;
  const edited = unwrap(protocol.editedMessage);
  const body = (edited && textOf(edited)) ?? summaryOf(protocol.editedMessage);
  return {
    ...base,
    at,
    kind: "edit",
    eventKey: `${providerId}:${authorKey}:${id}`,
    providerId,
    fromMe,
    ...(actor.isGroup && { author }),
    body,
  };
}

interface WithContext {
  readonly contextInfo?: proto.IContextInfo | null;
}

function quotedOf(content: proto.IMessage, own: OwnAddresses) {
  for (const part of Object.values(content) as unknown[]) {
    if (typeof part !== "object" || part === null || !("contextInfo" in part)) continue;
    const quote = (part as WithContext).contextInfo;
    if (!quote?.stanzaId || !quote.quotedMessage) continue;
    const fromMe = sameUser(quote.participant, own.id) || sameUser(quote.participant, own.lid);
    return { providerId: quote.stanzaId, body: summaryOf(quote.quotedMessage), fromMe };
  }
  return null;
}
