import { extractMessageContent, getContentType, type proto } from "@whiskeysockets/baileys";
import type { InboundContent } from "#channels/connections/provider.ts";
import { linkPreviewOf } from "./link-preview.ts";
import { type TranslatedContent, translateMedia } from "./media.ts";

type Content = proto.IMessage;

/** Kinds that attendants do not see: synchronization between phones, votes, pins, containers of other messages. */
const SILENT = new Set([
  "albumMessage",
  "chat",
  "encCommentMessage",
  "encEventResponseMessage",
  "encReactionMessage",
  "keepInChatMessage",
  "limitSharingMessage",
  "messageHistoryBundle",
  "messageHistoryNotice",
  "pinInChatMessage",
  "pollUpdateMessage",
  "protocolMessage",
  "reactionMessage",
  "secretEncryptedMessage",
  "stickerSyncRmrMessage",
]);

/** Removes every container: disappearing, view-once, edited, mentioned, business templates … */
export function unwrap(message: Content | null | undefined): Content | undefined {
  let content = extractMessageContent(message ?? undefined);
  for (let depth = 0; depth < 3; depth++) {
    const inner =
      content?.groupMentionedMessage ??
      content?.lottieStickerMessage ??
      content?.botInvokeMessage ??
      content?.questionMessage ??
      content?.botForwardedMessage ??
      content?.pollCreationMessageV4;
    if (!inner?.message) break;
    content = extractMessageContent(inner.message);
  }
  return content;
}

/** The network's name of a message's content; undefined when it has none. */
export function contentKind(content: Content): string | undefined {
  return getContentType(content);
}

/** True for an envelope with unknown fields only: a kind of message that is newer than this release. */
export function isUnknown(content: Content): boolean {
  return Object.keys(content).every((name) => name === "messageContextInfo");
}

/** True for kinds that are never shown. */
export function isSilent(kind: string): boolean {
  return SILENT.has(kind);
}

/** Translates an unwrapped message of a kind that is shown. */
export function translateContent(content: Content): TranslatedContent {
  const media = translateMedia(content);
  if (media) return media;
  return {
    content: translateLocation(content) ?? translateCards(content) ?? translateText(content),
    file: null,
  };
}

function picture(bytes: Uint8Array | null | undefined): string | null {
  return bytes?.length ? `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}` : null;
}

function translateLocation(content: Content): InboundContent | null {
  const place = content.locationMessage;
  const live = content.liveLocationMessage;
  const point = place ?? live;
  if (!point) return null;
  return {
    type: "location",
    latitude: point.degreesLatitude ?? 0,
    longitude: point.degreesLongitude ?? 0,
    name: place?.name ?? live?.caption ?? "",
    address: place?.address ?? "",
    thumbnail: picture(point.jpegThumbnail),
  };
}

function translateCards(content: Content): InboundContent | null {
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts;
  if (!cards) return null;
  return {
    type: "contacts",
    cards: cards.map((card) => ({ name: card.displayName ?? "", vcard: card.vcard ?? "" })),
  };
}

function translateText(content: Content): InboundContent {
  const text = textOf(content);
  const preview = content.extendedTextMessage && linkPreviewOf(content.extendedTextMessage);
  if (text !== null) return { type: "text", text, ...(preview && { preview }) };
  return { type: "unsupported", kind: contentKind(content) ?? "unknown" };
}

const lines = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join("\n");

/** The text of a message; null when it has none. */
export function textOf(content: Content): string | null {
  if (typeof content.conversation === "string") return content.conversation;
  if (content.extendedTextMessage) return content.extendedTextMessage.text ?? "";
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
  if (poll) return lines(poll.name, ...(poll.options ?? []).map((option) => `- ${option.optionName ?? ""}`));
  const invite = content.groupInviteMessage;
  if (invite)
    return lines(invite.caption, invite.groupName, `https://chat.whatsapp.com/${invite.inviteCode ?? ""}`);
  const list = content.listMessage;
  if (list) return lines(list.title, list.description, list.footerText);
  const interactive = content.interactiveMessage;
  if (interactive) return lines(interactive.header?.title, interactive.body?.text, interactive.footer?.text);
  return answerOf(content);
}

function answerOf(content: Content): string | null {
  return (
    content.buttonsResponseMessage?.selectedDisplayText ??
    content.templateButtonReplyMessage?.selectedDisplayText ??
    content.listResponseMessage?.title ??
    content.interactiveResponseMessage?.body?.text ??
    null
  );
}

/** Preview of a message inside a quote: its text, its caption or its file name. */
export function summaryOf(message: Content | null | undefined): string {
  const content = unwrap(message);
  if (!content) return "";
  const translated = translateContent(content).content;
  if (translated.type === "text") return translated.text;
  if (translated.type === "media") return translated.caption || translated.media.fileName || "";
  if (translated.type === "location") return translated.name || translated.address;
  return translated.type === "contacts" ? translated.cards.map((card) => card.name).join(", ") : "";
}
