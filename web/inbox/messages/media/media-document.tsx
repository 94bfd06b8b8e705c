import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import { type MouseEvent, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatBytes } from "#web/inbox/messages/composer/attachments.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { MediaMissing } from "./media-missing.tsx";
import { mediaSource } from "./media-source.ts";
import "./media-document.css";

const DocumentDialog = lazyLayer(async () => (await import("./document-dialog.tsx")).DocumentDialog);

/** File type shown on the icon (PDF, DOCX …): at most four letters of the file extension. */
export function fileWord(name: string): string {
  const ending = /\.([a-z\d]{1,4})$/i.exec(name)?.[1];
  return (ending ?? "doc").toUpperCase();
}

/**
 * A file as a card: a click on the name opens a PDF in a viewer when the browser supports it; the arrow downloads the
 * file.
 */
export function MediaDocument({ message }: { readonly message: MessageAnswer }) {
  useSignals();
  const t = useText(messages);
  const [isOpen, setOpen] = useState(false);
  const source = mediaSource(message.mediaUrl);
  if (!source) return <MediaMissing message={message} />;
  const name = message.mediaName ?? t("media.document");
  const isPdf = message.mimeType === "application/pdf";
  const openHere = (event: MouseEvent) => {
    if (!navigator.pdfViewerEnabled || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setOpen(true);
  };
  const size =
    message.mediaSize === null ? "" : formatBytes(message.mediaSize, LANGUAGE_TAGS[language.value]);
  return (
    <div className="document">
      <span className={isPdf ? "document-sheet document-pdf" : "document-sheet"} aria-hidden="true">
        {fileWord(name)}
      </span>
      <span className="document-words">
        <a
          className="document-name"
          href={source}
          {...(isPdf ? { target: "_blank", rel: "noopener", onClick: openHere } : { download: name })}
          title={name}
        >
          {name}
        </a>
        <small>{[fileWord(name), size].filter(Boolean).join(" · ")}</small>
      </span>
      <a className="document-keep" href={source} download={name} aria-label={t("media.download", { name })}>
        <Download aria-hidden="true" />
      </a>
      {isOpen ? <DocumentDialog name={name} source={source} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
