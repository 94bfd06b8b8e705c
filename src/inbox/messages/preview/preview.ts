import en from "#inbox/messages/locales/en.json";
import es from "#inbox/messages/locales/es.json";
import pt from "#inbox/messages/locales/pt.json";
import type { Message } from "#inbox/messages/schema.ts";
import { type PreviewKind, type PreviewWords, previewKindOf } from "./contract.ts";

/** Names of the kinds in each language. */
export const PREVIEW_WORDS: Readonly<Record<"pt" | "en" | "es", PreviewWords>> = {
  pt: pt.preview,
  en: en.preview,
  es: es.preview,
};

/**
 * Returns the text of a preview without its emoji (`previewLine`): the text or caption, the name of a document, place
 * or contact; "" when there is none. Tickets store it; it does not depend on the reader's language.
 */
export function previewText(
  message: Pick<Message, "body" | "mediaType" | "deletedAt">,
  fileName?: string | null,
): string {
  const { body, mediaType, deletedAt } = message;
  // "" for a deleted message, because more users see the ticket lists than may read its text.
  if (deletedAt !== null) return "";
  if (mediaType === "locationMessage") return placeName(body);
  if (mediaType === "vcard") return cardName(body);
  return body === "" && mediaType === "application" ? (fileName ?? "") : body;
}

/** `latitude,longitude|name|address` (docs/rules/messages.md#fields). */
const placeName = (body: string): string => body.split("|")[1] ?? "";
const cardName = (vcard: string): string => /^FN[^:\r\n]*:(.+)$/im.exec(vcard)?.[1]?.trim() ?? "";

/** Returns the kind of a preview; tickets store it with the text. */
export const kindForPreview = ({
  mediaType,
  sticker,
  deletedAt,
}: Pick<Message, "mediaType" | "sticker" | "deletedAt">): PreviewKind | null =>
  previewKindOf({ mediaType, sticker, isDeleted: deletedAt !== null });
