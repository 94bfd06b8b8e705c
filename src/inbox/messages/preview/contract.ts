import type { MediaType } from "#inbox/messages/contract.ts";

/** The kind of a message in previews: its media type, "sticker" or "deleted"; null = text. */
export type PreviewKind = MediaType | "sticker" | "deleted";
/** The name of each kind in one language (`src/inbox/messages/locales`). */
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
 * Shows a message as one line (docs/rules/messages.md#preview), identical on server and pages: an emoji, then the text,
 * or the name of the kind when there is no text. `text`: the result of `previewText`, or its equivalent on a page.
 * Locations and deleted messages always show the name; an unknown kind counts as a document.
 */
export function previewLine(kind: string | null, text: string, words: PreviewWords): string {
  if (kind === null) return text;
  const known = Object.hasOwn(SIGNS, kind) ? (kind as PreviewKind) : "application";
  const said = known === "locationMessage" || known === "deleted" ? "" : text;
  return `${SIGNS[known]} ${said || words[known]}`;
}
