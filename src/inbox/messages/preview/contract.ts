import type { MediaType } from "#inbox/messages/contract.ts";

/** What a message is, for previews: its media type, stickers and deleted messages apart; null = text. */
export type PreviewKind = MediaType | "sticker" | "deleted";
/** The word of each kind in one language (`src/inbox/messages/locales`). */
export type PreviewWords = Readonly<Record<PreviewKind, string>>;

const SIGNS: Readonly<Record<PreviewKind, string>> = {
  image: "📷",
  sticker: "💟",
  audio: "🎤",
  video: "🎬",
  application: "📄",
  locationMessage: "📍",
  vcard: "👤",
  call_log: "📞",
  deleted: "🚫",
};

export function previewKindOf(message: {
  readonly mediaType: MediaType | null;
  readonly sticker: boolean;
  readonly isDeleted: boolean;
}): PreviewKind | null {
  const { mediaType, sticker, isDeleted } = message;
  if (isDeleted) return "deleted";
  return mediaType === "image" && sticker ? "sticker" : mediaType;
}

/**
 * A message in one line (docs/rules/messages.md#preview), the same on the server and on the pages: one sign, and the text
 * behind it, or the word of the kind where there is no text. `text`: what `previewText` of the server kept, or the same
 * of a message on a page. A location and a deleted message are always the word; a kind that is not known here counts as a document.
 */
export function previewLine(kind: string | null, text: string, words: PreviewWords): string {
  if (kind === null) return text;
  const known = Object.hasOwn(SIGNS, kind) ? (kind as PreviewKind) : "application";
  const said = known === "locationMessage" || known === "deleted" ? "" : text;
  return `${SIGNS[known]} ${said || words[known]}`;
}
