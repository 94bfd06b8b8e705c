import Ban from "lucide-react/icons/ban";
import PhoneMissed from "lucide-react/icons/phone-missed";
import type { ReactNode } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { MediaAudio } from "#web/inbox/messages/media/media-audio.tsx";
import { MediaDocument } from "#web/inbox/messages/media/media-document.tsx";
import { MediaAlbum, MediaPicture, MediaSticker } from "#web/inbox/messages/media/media-picture.tsx";
import { MediaVideo } from "#web/inbox/messages/media/media-video.tsx";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import "./bubble-body.css";

// Parts that few conversations have.
const LinkCard = lazy(
  async () => (await import("#web/inbox/messages/link-preview/load.ts")).linkCard(),
  undefined,
  { isExtra: true },
);
const MediaPlace = lazy(
  async () => (await import("#web/inbox/messages/media/media-place.tsx")).MediaPlace,
  undefined,
  { isExtra: true },
);
const MediaCards = lazy(
  async () => (await import("#web/inbox/messages/media/media-cards.tsx")).MediaCards,
  undefined,
  { isExtra: true },
);

export interface BubbleBodyProps {
  readonly message: MessageAnswer;
  readonly album?: readonly MessageAnswer[] | undefined;
}

/** The content of a message. */
export function BubbleBody({ message, album }: BubbleBodyProps) {
  const t = useText(messages);
  const { words, saveCard, isTeam } = useStream();
  if (message.isDeleted) {
    return (
      <>
        <span className="bubble-note">
          <Ban aria-hidden="true" />
          {t(message.fromMe || isTeam ? "bubble.deletedByUs" : "bubble.deletedByContact")}
        </span>
        {message.fromMe || message.body === "" ? null : <s className="bubble-gone">{message.body}</s>}
      </>
    );
  }
  if (album) return <MediaAlbum pictures={album} />;
  switch (message.mediaType) {
    case null:
      return (
        <>
          {message.linkPreview ? <LinkCard preview={message.linkPreview} /> : null}
          <FormattedText text={message.body} words={words} />
        </>
      );
    case "locationMessage":
      return <MediaPlace message={message} />;
    case "vcard":
      return <MediaCards body={message.body} onSave={saveCard} />;
    case "call_log":
      return (
        <span className="bubble-note">
          <PhoneMissed aria-hidden="true" />
          {message.body}
        </span>
      );
    default:
      return (
        <>
          {mediaOf(message)}
          <Caption message={message} words={words} />
          {message.transcript ? (
            <span className="bubble-transcript">
              <b>{t("bubble.transcript")}: </b>
              {message.transcript}
            </span>
          ) : null}
        </>
      );
  }
}

function mediaOf(message: MessageAnswer): ReactNode {
  if (message.mediaType === "image")
    return message.sticker ? <MediaSticker message={message} /> : <MediaPicture message={message} />;
  if (message.mediaType === "video") return <MediaVideo message={message} />;
  if (message.mediaType === "audio") return <MediaAudio message={message} />;
  return <MediaDocument message={message} />;
}

function Caption({ message, words }: { readonly message: MessageAnswer; readonly words: readonly string[] }) {
  // Some channels repeat the file's name as its text.
  if (message.body === "" || message.body === message.mediaName) return null;
  return <FormattedText text={message.body} words={words} />;
}
