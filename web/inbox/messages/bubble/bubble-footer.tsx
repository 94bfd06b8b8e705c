import { useSignals } from "@preact/signals-react/runtime";
import Star from "lucide-react/icons/star";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TextKey } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type MessageTexts, messages } from "#web/inbox/messages/locales/index.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { AckIcon, ackMark } from "./ack-icon.tsx";
import "./bubble-footer.css";

/** Label of our own messages that no attendant wrote on this page. */
const ORIGINS: Readonly<Partial<Record<MessageAnswer["origin"], TextKey<MessageTexts>>>> = {
  bot: "bubble.byBot",
  ai: "bubble.byAi",
  phone: "bubble.byPhone",
  schedule: "bubble.bySchedule",
  campaign: "bubble.byCampaign",
  api: "bubble.byApi",
  system: "bubble.bySystem",
  import: "bubble.byImport",
};

interface FooterProps {
  readonly message: MessageAnswer;
  readonly toCampaign: boolean;
}

/** Lower corner of a bubble: time, check marks, and labels such as "edited". */
export function BubbleFooter({ message, toCampaign }: FooterProps) {
  useSignals();
  const t = useText(messages);
  const origin = message.fromMe ? ORIGINS[message.origin] : toCampaign && "bubble.toCampaign";
  const { isStarred } = useStream();
  const before = message.edits.at(-1)?.body ?? "";
  return (
    <span className="bubble-footer">
      {isStarred?.(message.id) ? (
        <span className="bubble-star">
          <Star aria-hidden="true" />
          <span className="visually-hidden">{t("bubble.starred")}</span>
        </span>
      ) : null}
      {origin ? <span>{t(origin)}</span> : null}
      {message.isEdited && !message.isDeleted ? (
        <span title={t("bubble.editedAt", { text: before })}>{t("bubble.edited")}</span>
      ) : null}
      <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
      {message.fromMe && !message.isDeleted ? <AckIcon mark={ackMark(message)} /> : null}
    </span>
  );
}
