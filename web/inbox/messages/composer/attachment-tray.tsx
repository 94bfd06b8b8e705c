import { useSignals } from "@preact/signals-react/runtime";
import FileIcon from "lucide-react/icons/file-text";
import Plus from "lucide-react/icons/plus";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { type Attachment, formatBytes } from "./attachments.ts";
import type { Composer } from "./composer-model.ts";
import "./attachment-tray.css";

export interface AttachmentTrayProps {
  readonly composer: Composer;
  readonly onAdd: () => void;
  readonly onSend: () => void;
  /** Called when the tray disappears while it has the focus. */
  readonly onLeave: () => void;
}

/** The chosen files: one large, all of them in a strip, each with its caption. */
export default function AttachmentTray({ composer, onAdd, onSend, onLeave }: AttachmentTrayProps) {
  useSignals();
  const t = useText(messages);
  const [chosen, setChosen] = useState<string | null>(null);
  const caption = useRef<HTMLInputElement>(null);
  const files = composer.attachments.value;
  const shown = files.find(({ id }) => id === chosen) ?? files[0];
  const shownId = shown?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caption is typed next, for each file shown
  useEffect(() => caption.current?.focus(), [shownId]);
  const section = useRef<HTMLElement>(null);
  const leave = useStableCallback(onLeave);
  // Before the tray is removed, because the browser then takes the focus away.
  useLayoutEffect(() => {
    const tray = section.current;
    return () => {
      if (hasKeyboard() && tray?.contains(document.activeElement)) leave();
    };
  }, [leave]);
  if (!shown) return null;
  const send = t("files.send", { count: files.length });
  return (
    <section
      ref={section}
      className="tray"
      data-keyboard-layer=""
      aria-label={t("files.title")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        composer.detachAll();
      }}
    >
      <header className="tray-head">
        <button type="button" aria-label={t("files.cancel")} onClick={() => composer.detachAll()}>
          <X aria-hidden="true" />
        </button>
        <span className="ellipsis">{shown.file.name}</span>
        <small>{formatBytes(shown.file.size, LANGUAGE_TAGS[language.value])}</small>
      </header>
      <div className="tray-view">
        <Preview attachment={shown} />
      </div>
      <input
        ref={caption}
        className="tray-caption"
        aria-label={t("files.caption", { name: shown.file.name })}
        placeholder={t("files.captionPlaceholder")}
        maxLength={1024}
        value={shown.caption}
        onChange={(event) => composer.setCaption(shown.id, event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // The text box gets the focus next; this Enter must not be typed into it.
          event.preventDefault();
          onSend();
        }}
      />
      <div className="tray-strip">
        {files.map((attachment) => (
          <span key={attachment.id} className={attachment === shown ? "tray-item tray-item-on" : "tray-item"}>
            <button
              type="button"
              className="tray-thumb"
              aria-label={t("files.show", { name: attachment.file.name })}
              aria-pressed={attachment === shown}
              onClick={() => setChosen(attachment.id)}
            >
              {attachment.kind === "image" && attachment.preview ? (
                <img src={attachment.preview} alt="" />
              ) : (
                <FileIcon aria-hidden="true" />
              )}
            </button>
            <button
              type="button"
              className="tray-remove"
              aria-label={t("files.remove", { name: attachment.file.name })}
              onClick={() => composer.detach(attachment.id)}
            >
              <X aria-hidden="true" />
            </button>
          </span>
        ))}
        <button
          type="button"
          className="tray-add"
          aria-label={t("files.add")}
          title={t("files.add")}
          onClick={onAdd}
        >
          <Plus aria-hidden="true" />
        </button>
        <button
          type="button"
          className="composer-send tray-send"
          aria-label={send}
          title={send}
          onClick={onSend}
        >
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}

function Preview({ attachment }: { readonly attachment: Attachment }): ReactNode {
  const t = useText(messages);
  const { kind, preview, file } = attachment;
  if (kind === "image" && preview) return <img src={preview} alt={file.name} />;
  // biome-ignore lint/a11y/useMediaCaption: a file of the attendant, heard before it is sent
  if (kind === "video" && preview) return <video src={preview} controls />;
  // biome-ignore lint/a11y/useMediaCaption: a file of the attendant, heard before it is sent
  if (kind === "audio" && preview) return <audio src={preview} controls />;
  return (
    <span className="tray-blank">
      <FileIcon aria-hidden="true" />
      {t("files.noPreview")}
    </span>
  );
}
