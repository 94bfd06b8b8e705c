import type * as v from "valibot";
import type { QuotedMessage } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { mediaSource } from "#web/inbox/messages/media/media-source.ts";
import { messageSummary } from "./message-summary.ts";
import "./quoted.css";

export interface QuotedProps {
  readonly quoted: v.InferOutput<typeof QuotedMessage>;
  /** Goes to the original; left out where there is nowhere to go. */
  readonly onOpen?: (() => void) | undefined;
}

/** The message an answer refers to, above the answer. */
export function Quoted({ quoted, onOpen }: QuotedProps) {
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
