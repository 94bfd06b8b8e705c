import { useSignals } from "@preact/signals-react/runtime";
import ChevronDown from "lucide-react/icons/chevron-down";
import { memo } from "react";
import type * as v from "valibot";
import type { MessageAnswer, QuotedMessage } from "#inbox/messages/contract.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { mediaSource } from "#web/inbox/messages/media/media-source.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import {
  asked,
  translationFor,
  translationMode,
  wordsToTranslate,
} from "#web/inbox/messages/translation/offered.ts";
import { formatTime } from "#web/lib/format/dates.ts";
import { lazy } from "#web/ui/state/lazy.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { BubbleBody } from "./bubble-body.tsx";
import { BubbleFooter } from "./bubble-footer.tsx";
import { messageSummary } from "./message-summary.ts";
import { isOwnReaction } from "./reactions.ts";
import "./bubble-failure.css";
import "./bubble-reactions.css";
import "./quoted.css";
import "./bubble.css";

const FoundLater = lazy(
  async () => {
    const { foundLater } = await import("#web/inbox/messages/found-later/load.ts");
    return foundLater();
  },
  undefined,
  { isExtra: true },
);

const UndoBar = lazy(async () => (await import("#web/inbox/messages/undo/load.ts")).undoBar(), undefined, {
  isExtra: true,
});

const PickBox = lazy(
  async () => (await import("#web/inbox/messages/selection/load.ts")).pickBox(),
  undefined,
  {
    isExtra: true,
  },
);

const Translation = lazy(
  async () => (await import("#web/inbox/messages/translation/load.ts")).translation(),
  undefined,
  { isExtra: true },
);

/** Whether there is a translation, or may be one, automatic or by request. Reads signals. */
const hasTranslation = (message: MessageAnswer): boolean =>
  wordsToTranslate(message) !== "" &&
  (translationFor(message) !== undefined || asked.value.has(message.id) || translationMode() === "auto");

interface BubbleProps {
  readonly message: MessageAnswer;
  readonly first: boolean;
  /** Name of the connection, above the first bubble of a run. */
  readonly via?: string | undefined;
  /** Highlighted for a moment, because the stream jumped to it. */
  readonly flash?: boolean;
  /** The customer's first message after a campaign message. */
  readonly toCampaign?: boolean;
  /** Pictures of an album: rendered by the album, without their own bubble. */
  readonly album?: readonly MessageAnswer[];
}

/** A stored sticker without a quoted message has no bubble. */
const isBareSticker = ({ sticker, isDeleted, mediaState, quotedMsg }: MessageAnswer): boolean =>
  sticker && !isDeleted && mediaState === "stored" && !quotedMsg;

/** Links, pictures and selected text have the browser's own menu, to save or copy them. */
const keepsOwnMenu = (target: Element): boolean =>
  target.closest("a, img, video") !== null || getSelection()?.isCollapsed === false;

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
  const { openMenu, openMessage, isGroup, below, picked } = useStream();
  const { quotedMsg } = message;
  const author = first && isGroup && !message.fromMe ? message.contact?.name : null;
  return (
    <div className={classNames("bubble-line", message.fromMe && "bubble-line-out", first && "bubble-first")}>
      {picked && message.id > 0 ? <PickBox messages={album ?? [message]} picked={picked} /> : null}
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
        onContextMenu={(event) => {
          if (!openMenu || message.id <= 0 || keepsOwnMenu(event.target as Element)) return;
          event.preventDefault();
          openMenu(
            message,
            event.currentTarget.querySelector<HTMLElement>(".bubble-menu") ?? event.currentTarget,
          );
        }}
        aria-label={`${message.fromMe ? t("bubble.you") : (message.contact?.name ?? "")} ${formatTime(message.createdAt)}`}
      >
        {via ? <span className="bubble-via">{via}</span> : null}
        {author ? <strong className="bubble-author">{author}</strong> : null}
        {quotedMsg && !message.isDeleted ? (
          <Quoted quoted={quotedMsg} onOpen={() => openMessage(quotedMsg.id)} />
        ) : null}
        <BubbleBody message={message} album={album} />
        {hasTranslation(message) ? <Translation message={message} /> : null}
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
      {message.filledAt ? <FoundLater at={message.filledAt} /> : null}
      {message.fromMe ? <BubbleFailure message={message} /> : null}
      {below?.(message)}
    </div>
  );
});

/**
 * Status below our own message: upload progress, waiting for the network, or the reason of a failure with buttons to
 * retry or discard.
 */
function BubbleFailure({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(messages);
  const { outgoing, retry, discard, undoOf } = useStream();
  const entry = message.id < 0 ? outgoing(message.clientMessageId) : undefined;
  if (entry?.state === "sending" && entry.file)
    return <ProgressBar className="bubble-progress" label={t("bubble.sending")} value={entry.progress} />;
  if (entry?.state === "offline")
    return <small className="bubble-waits">{t("bubble.waitsForNetwork")}</small>;
  const undo = message.heldUntil && message.sendState === "queued" ? undoOf?.(message) : null;
  if (undo) return <UndoBar message={message} onUndo={undo} />;
  // The message waits until the number may start new conversations.
  if (message.sendState === "queued" && message.sendError)
    return <small className="bubble-waits">{errorOfCode(message.sendError)}</small>;
  if (message.sendState !== "failed") return null;
  const code = message.sendError;
  const why = code === null || code === "UNSENT" ? t("bubble.unsent") : errorOfCode(code);
  return (
    <span className="bubble-failure" role="alert">
      <span>{why}</span>
      {retry ? (
        <button type="button" onClick={() => retry(message)}>
          {t("bubble.retry")}
        </button>
      ) : null}
      {discard && message.id < 0 ? (
        <button type="button" onClick={() => discard(message)}>
          {t("bubble.discard")}
        </button>
      ) : null}
    </span>
  );
}

/** Reactions of both sides at the lower edge of a message; a press on our own reaction removes it. */
function BubbleReactions({ message }: { readonly message: MessageAnswer }) {
  const t = useText(messages);
  const { react } = useStream();
  if (message.reactions.length === 0) return null;
  const counts = Map.groupBy(message.reactions, (reaction) => reaction.emoji);
  return (
    <span className="reactions">
      {[...counts].map(([emoji, of]) => {
        const mine = of.some(isOwnReaction);
        return (
          <button
            key={emoji}
            type="button"
            className={mine ? "reaction reaction-mine" : "reaction"}
            disabled={!react}
            aria-label={`${emoji} ${of.length}: ${t(mine ? "bubble.unreact" : "bubble.react", { emoji })}`}
            onClick={() => react?.(message, mine ? "" : emoji)}
          >
            {emoji} {of.length}
          </button>
        );
      })}
    </span>
  );
}

interface QuotedProps {
  readonly quoted: v.InferOutput<typeof QuotedMessage>;
  /** Scrolls to the quoted message; left out where it cannot be shown. */
  readonly onOpen?: (() => void) | undefined;
}

/** The quoted message, above the reply. */
function Quoted({ quoted, onOpen }: QuotedProps) {
  const t = useText(messages);
  const name = quoted.fromMe ? t("bubble.you") : (quoted.contact?.name ?? "");
  const picture = quoted.mediaType === "image" && !quoted.isDeleted ? mediaSource(quoted.mediaUrl) : null;
  const words = (
    <>
      <span className="quoted-words">
        {name ? <strong className="ellipsis">{name}</strong> : null}
        <span className="quoted-text" dir="auto">
          {messageSummary(quoted, t)}
        </span>
      </span>
      {picture ? <img src={picture} alt="" loading="lazy" /> : null}
    </>
  );
  if (!onOpen) return <span className="quoted">{words}</span>;
  return (
    <button type="button" className="quoted" onClick={onOpen} title={t("bubble.openQuoted")}>
      {words}
    </button>
  );
}
