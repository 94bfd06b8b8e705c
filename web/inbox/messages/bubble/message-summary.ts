import type { MediaType } from "#inbox/messages/contract.ts";
import { type PreviewWords, previewKindOf, previewLine } from "#inbox/messages/preview/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type { MessageTexts } from "#web/inbox/messages/locales/index.ts";
import { parseCards } from "#web/inbox/messages/media/vcard.ts";
import { unsignedByAnyone } from "#web/inbox/messages/text/signature.ts";
import { formatDuration } from "#web/lib/format/dates.ts";
import { previewText } from "#web/lib/format/plain-text.ts";

interface Summarised {
  readonly body: string;
  readonly isDeleted: boolean;
  readonly fromMe: boolean;
  readonly mediaType: MediaType | null;
  readonly sticker: boolean;
  readonly duration?: number | null;
  readonly mediaName?: string | null;
}
type Words = Translate<MessageTexts>;

/** A message in one line: in quotes, above the composer, and for screen readers. */
export function messageSummary(message: Summarised, t: Words): string {
  const { body, fromMe, isDeleted } = message;
  if (isDeleted) return t(fromMe ? "bubble.deletedByUs" : "bubble.deletedByContact");
  const shownText = previewText(fromMe ? unsignedByAnyone(body) : body);
  const kind = previewKindOf(message);
  return previewLine(kind, kind === null ? shownText : textOf(message, shownText, t), wordsOf(t));
}

type LastMessage = Pick<TicketAnswer, "lastMessage" | "lastMessageType" | "lastMessageFromMe">;

/** The last message of a ticket in one line: in lists, the bell and desktop notifications. */
export function lastWords(
  { lastMessage, lastMessageType, lastMessageFromMe }: LastMessage,
  t: Words,
): string {
  const shownText = lastMessageFromMe ? unsignedByAnyone(lastMessage) : lastMessage;
  return previewLine(lastMessageType, previewText(shownText), wordsOf(t));
}

/** The last message as it was written, for a row or card that failed to render; at most 300 characters. */
export const rawLastMessage = ({ lastMessage }: Pick<LastMessage, "lastMessage">): string =>
  lastMessage.slice(0, 300);

/** The message that a waiting row shows: the customer's last one; ours only when the customer has not written. */
export function waitingWords(
  ticket: LastMessage & Pick<TicketAnswer, "lastCustomerMessage" | "lastCustomerMessageType">,
  t: Words,
): string {
  const { lastCustomerMessage, lastCustomerMessageType } = ticket;
  if (lastCustomerMessage === null) return lastWords(ticket, t);
  return previewLine(lastCustomerMessageType, previewText(lastCustomerMessage), wordsOf(t));
}

/** The text after the icon of a message that is not only text; "" = show the name of its kind. */
function textOf({ mediaType, body, duration, mediaName }: Summarised, shownText: string, t: Words): string {
  if (mediaType === "vcard") return parseCards(body)[0]?.name ?? "";
  if (mediaType === "audio") return duration ? `${t("preview.audio")} (${formatDuration(duration)})` : "";
  return mediaType === "application" ? shownText || (mediaName ?? "") : shownText;
}

const wordsOf = (t: Words): PreviewWords => ({
  image: t("preview.image"),
  sticker: t("preview.sticker"),
  audio: t("preview.audio"),
  video: t("preview.video"),
  application: t("preview.application"),
  locationMessage: t("preview.locationMessage"),
  vcard: t("preview.vcard"),
  call_log: t("preview.call_log"),
  deleted: t("preview.deleted"),
});
