import { useSignals } from "@preact/signals-react/runtime";
import Star from "lucide-react/icons/star";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { AckIcon, ackMark } from "./ack-icon.tsx";
import { originLabel } from "./origin-label.ts";
import "./bubble-footer.css";

interface FooterProps {
  readonly message: MessageAnswer;
  readonly toCampaign: boolean;
}

/** Lower corner of a bubble: time, check marks, and labels such as "edited". */
export function BubbleFooter({ message, toCampaign }: FooterProps) {
  useSignals();
  const t = useText(messages);
  const origin = message.fromMe ? originLabel(message.origin) : toCampaign && "bubble.toCampaign";
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
