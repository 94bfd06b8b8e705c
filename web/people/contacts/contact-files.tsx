import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages as messageTexts } from "#web/inbox/messages/locales/index.ts";
import { showPictures } from "#web/inbox/messages/media/lightbox-model.ts";
import { fileWord } from "#web/inbox/messages/media/media-document.tsx";
import { mediaSource } from "#web/inbox/messages/media/media-source.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { ContactSection } from "./contact-section.tsx";
import type { DrawerRoom } from "./drawer-room.ts";
import { contactTexts } from "./locales/index.ts";

/** Files shown before "Ver mais". */
const SHOWN = 9;
const KINDS: ReadonlySet<string> = new Set(["image", "video", "application"]);

/** Pictures, videos and documents of the loaded part of the conversation, newest first. */
export function ContactFiles({ room }: { readonly room: DrawerRoom }) {
  useSignals();
  const t = useText(contactTexts);
  const [isLong, setLong] = useState(false);
  const files = room.messages.value
    .filter(
      ({ mediaType, isDeleted, mediaState }) =>
        KINDS.has(mediaType ?? "") && !isDeleted && mediaState === "stored",
    )
    .toReversed();
  const shown = isLong ? files : files.slice(0, SHOWN);
  return (
    <ContactSection title={t("drawer.files")}>
      {files.length === 0 ? <p className="contact-empty">{t("drawer.filesEmpty")}</p> : null}
      <ul className="contact-files">
        {shown.map((message) => (
          <li key={message.id}>
            <FileTile message={message} onOpen={room.openMessage} />
          </li>
        ))}
      </ul>
      {files.length > shown.length ? (
        <button type="button" className="contact-action" onClick={() => setLong(true)}>
          {t("drawer.moreFiles")}
        </button>
      ) : null}
    </ContactSection>
  );
}

interface FileTileProps {
  readonly message: MessageAnswer;
  readonly onOpen: (messageId: number) => void;
}

function FileTile({ message, onOpen }: FileTileProps) {
  const m = useText(messageTexts);
  const source = mediaSource(message.mediaUrl);
  const name = message.mediaName ?? m(message.mediaType === "image" ? "media.image" : "media.document");
  const label = `${name}, ${formatDate(message.createdAt)}`;
  if (message.mediaType === "image" && source) {
    return (
      <button
        type="button"
        className="contact-file"
        aria-label={label}
        title={label}
        onClick={() => showPictures(message.id)}
      >
        <img src={source} alt="" loading="lazy" decoding="async" />
      </button>
    );
  }
  return (
    <button
      type="button"
      className="contact-file"
      aria-label={label}
      title={label}
      onClick={() => onOpen(message.id)}
    >
      <span>{message.mediaType === "video" ? "▶" : fileWord(name)}</span>
    </button>
  );
}
