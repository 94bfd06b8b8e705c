import { normalizeMessageContent, type proto } from "@whiskeysockets/baileys";

export type ContentKind =
  | "text"
  | "image"
  | "video"
  | "audio"
  | "voice"
  | "document"
  | "sticker"
  | "location"
  | "vcard"
  | "reaction"
  | "edit"
  | "revoke"
  | "other";

const KIND_BY_FIELD: readonly (readonly [keyof proto.IMessage, ContentKind])[] = [
  ["imageMessage", "image"],
  ["videoMessage", "video"],
  ["documentMessage", "document"],
  ["stickerMessage", "sticker"],
  ["locationMessage", "location"],
  ["liveLocationMessage", "location"],
  ["contactMessage", "vcard"],
  ["contactsArrayMessage", "vcard"],
  ["reactionMessage", "reaction"],
];

const REVOKE = 0;
const MESSAGE_EDIT = 14;

/** The content without its wrappers (ephemeral, view once, document with caption, edited). */
export function unwrap(content: proto.IMessage): proto.IMessage {
  return normalizeMessageContent(content) ?? content;
}

export function kindOf(content: proto.IMessage): ContentKind {
  const inner = unwrap(content);
  if (inner.conversation || inner.extendedTextMessage) return "text";
  if (inner.audioMessage) return inner.audioMessage.ptt ? "voice" : "audio";
  if (inner.protocolMessage?.type === MESSAGE_EDIT) return "edit";
  if (inner.protocolMessage && (inner.protocolMessage.type ?? REVOKE) === REVOKE) return "revoke";
  return KIND_BY_FIELD.find(([field]) => inner[field])?.[1] ?? "other";
}

/** The text of a message: body, caption, name of place or contact; empty when it has none. */
export function textOf(content: proto.IMessage): string {
  const inner = unwrap(content);
  return (
    inner.conversation ??
    inner.extendedTextMessage?.text ??
    inner.imageMessage?.caption ??
    inner.videoMessage?.caption ??
    inner.documentMessage?.caption ??
    inner.locationMessage?.name ??
    inner.contactMessage?.displayName ??
    inner.reactionMessage?.text ??
    ""
  );
}

/** The preview of an address that was sent along with a text, if any. */
export function linkIn(
  content: proto.IMessage,
): { url: string; title: string; description: string; picture: Uint8Array | null } | null {
  const { matchedText, title, description, jpegThumbnail } = unwrap(content).extendedTextMessage ?? {};
  if (!matchedText) return null;
  const picture = jpegThumbnail?.length ? jpegThumbnail : null;
  return { url: matchedText, title: title ?? "", description: description ?? "", picture };
}

/** Id of the message this one quotes, if any. */
export function quotedId(content: proto.IMessage): string | null {
  return contextOf(content)?.stanzaId ?? null;
}

function contextOf(content: proto.IMessage): proto.IContextInfo | null {
  const inner = unwrap(content);
  const parts = [
    inner.extendedTextMessage,
    inner.imageMessage,
    inner.videoMessage,
    inner.audioMessage,
    inner.documentMessage,
    inner.stickerMessage,
    inner.locationMessage,
    inner.contactMessage,
  ];
  return parts.find((part) => part?.contextInfo)?.contextInfo ?? null;
}

/** `mediatype` and stanza `type` as WhatsApp labels them on the wire. */
export function wireType(content: proto.IMessage): { type: string; mediaType: string | null } {
  const kind = kindOf(content);
  if (kind === "reaction") return { type: "reaction", mediaType: null };
  if (linkIn(content)) return { type: "media", mediaType: "url" };
  if (kind === "text" || kind === "edit" || kind === "revoke" || kind === "other") {
    return { type: "text", mediaType: null };
  }
  return { type: "media", mediaType: kind === "voice" ? "ptt" : kind };
}
