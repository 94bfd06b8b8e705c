import type { Message } from "./schema.ts";

/** What stands in lists and notifications for a file without a text. */
const SIGNS = {
  image: "📷",
  audio: "🎤",
  video: "🎬",
  application: "📎",
  locationMessage: "📍",
  vcard: "👤",
} as const;

/** One line for the ticket list: the text, or a sign and a name for what has none. */
export function previewOf(
  message: Pick<Message, "body" | "mediaType" | "deletedAt">,
  fileName?: string | null,
): string {
  const { body, mediaType, deletedAt } = message;
  // Lists go to more people than the text of a deleted message may.
  if (deletedAt !== null) return "";
  if (mediaType === null || mediaType === "call_log") return body;
  const sign = SIGNS[mediaType];
  if (mediaType === "locationMessage") return `${sign} ${placeName(body)}`.trim();
  if (mediaType === "vcard") return `${sign} ${cardName(body)}`.trim();
  return body !== "" ? body : `${sign} ${mediaType === "application" ? (fileName ?? "") : ""}`.trim();
}

/** `latitude,longitude|name|address` (behaviour 7.1). */
const placeName = (body: string): string => body.split("|")[1] ?? "";
const cardName = (vcard: string): string => /^FN[^:\r\n]*:(.+)$/im.exec(vcard)?.[1]?.trim() ?? "";
