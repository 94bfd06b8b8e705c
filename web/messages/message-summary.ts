import type { MessageAnswer } from "#messages/contract.ts";
import type { TicketAnswer } from "#tickets/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDuration } from "#web/lib/dates.ts";
import { plain } from "#web/lib/plain-text.ts";
import type { pt } from "./locales/pt.ts";
import { parsePlace } from "./location.ts";
import { unsignedByAnyone } from "./signature.ts";
import { parseCards } from "./vcard.ts";

type Summarised = Pick<MessageAnswer, "body" | "isDeleted" | "fromMe"> & {
  readonly mediaType: string | null;
  readonly duration?: number | null;
  readonly mediaName?: string | null;
};

const SIGNS: Readonly<Record<string, string>> = {
  image: "📷",
  audio: "🎤",
  video: "🎬",
  application: "📄",
  locationMessage: "📍",
  vcard: "👤",
  call_log: "📞",
};

/** One line for a message: in quotes, the ticket list, notices. Marks of WhatsApp are taken off. */
export function messageSummary(message: Summarised, t: Translate<typeof pt>): string {
  if (message.isDeleted) return t(message.fromMe ? "bubble.deletedByUs" : "bubble.deletedByContact");
  const { mediaType } = message;
  const body = message.fromMe ? unsignedByAnyone(message.body) : message.body;
  if (mediaType === null) return plain(body);
  const sign = SIGNS[mediaType] ?? "📄";
  return `${sign} ${wordsOf({ ...message, body }, t)}`;
}

type Told = Pick<TicketAnswer, "lastMessage" | "lastMessageType" | "lastMessageFromMe">;

/** The last message of a ticket in one line: in lists, the bell, notices of the desktop. */
export function lastWords(ticket: Told, t: Translate<typeof pt>): string {
  const { lastMessage: body, lastMessageType: mediaType, lastMessageFromMe: fromMe } = ticket;
  // A place is told as one, whatever it is called (specification 000 section 2).
  if (mediaType === "locationMessage") return `${SIGNS[mediaType]} ${t("media.location")}`;
  return messageSummary({ body, mediaType, isDeleted: false, fromMe }, t);
}

/** Our own words without the bold name the server put before them (behaviour 7.3). */

function wordsOf({ mediaType, body, duration, mediaName }: Summarised, t: Translate<typeof pt>): string {
  if (mediaType === "locationMessage") return parsePlace(body)?.name || t("media.location");
  if (mediaType === "vcard") return parseCards(body)[0]?.name ?? t("media.contact");
  if (mediaType === "call_log") return plain(body) || t("media.call");
  if (mediaType === "audio")
    return duration ? `${t("media.voice")} (${formatDuration(duration)})` : t("media.voice");
  if (mediaType === "image") return plain(body) || t("media.image");
  if (mediaType === "video") return plain(body) || t("media.video");
  return plain(body) || mediaName || t("media.document");
}
