import { useSignals } from "@preact/signals-react/runtime";
import ChevronDown from "lucide-react/icons/chevron-down";
import { memo } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import { BubbleBody } from "./bubble-body.tsx";
import { BubbleFailure } from "./bubble-failure.tsx";
import { BubbleFooter } from "./bubble-footer.tsx";
import { BubbleReactions } from "./bubble-reactions.tsx";
import { Quoted } from "./quoted.tsx";
import "./bubble.css";

export interface BubbleProps {
  readonly message: MessageAnswer;
  readonly first: boolean;
  /** Name of the connection, above the first bubble of a run. */
  readonly via?: string | undefined;
  /** Came into view by a jump: shown for a moment. */
  readonly flash?: boolean;
  /** The first answer to a campaign. */
  readonly toCampaign?: boolean;
  /** An album draws its pictures itself. */
  readonly album?: readonly MessageAnswer[];
}

/** A sticker that is here and answers nothing: drawn without a bubble. */
const isBareSticker = ({ sticker, isDeleted, mediaState, quotedMsg }: MessageAnswer): boolean =>
  sticker && !isDeleted && mediaState === "stored" && !quotedMsg;

/** One message. */
export const Bubble = memo(function Bubble({
  message,
  first,
  via,
  flash = false,
  toCampaign = false,
  album,
}: BubbleProps) {
  useSignals();
  const t = useText(messages);
  const { openMenu, openMessage, isGroup, below } = useStream();
  const { quotedMsg } = message;
  const author = first && isGroup && !message.fromMe ? message.contact?.name : null;
  return (
    <div className={classNames("bubble-line", message.fromMe && "bubble-line-out", first && "bubble-first")}>
      <article
        className={classNames(
          "bubble",
          message.fromMe ? "bubble-out" : "bubble-in",
          first && "bubble-head",
          message.isDeleted && "bubble-deleted",
          flash && "bubble-flash",
          message.reactions.length > 0 && "bubble-reacted",
          isBareSticker(message) && "bubble-sticker",
        )}
        aria-label={`${message.fromMe ? t("bubble.you") : (message.contact?.name ?? "")} ${formatTime(message.createdAt)}`}
      >
        {via ? <span className="bubble-via">{via}</span> : null}
        {author ? <strong className="bubble-author">{author}</strong> : null}
        {quotedMsg && !message.isDeleted ? (
          <Quoted quoted={quotedMsg} onOpen={() => openMessage(quotedMsg.id)} />
        ) : null}
        <BubbleBody message={message} album={album} />
        <BubbleFooter message={message} toCampaign={toCampaign} />
        {openMenu && message.id > 0 ? (
          <button
            type="button"
            className="bubble-menu"
            aria-haspopup="menu"
            aria-label={t("bubble.actions", { time: formatTime(message.createdAt) })}
            onClick={(event) => openMenu(message, event.currentTarget)}
          >
            <ChevronDown aria-hidden="true" />
          </button>
        ) : null}
        <BubbleReactions message={message} />
      </article>
      {message.fromMe ? <BubbleFailure message={message} /> : null}
      {below?.(message)}
    </div>
  );
});
