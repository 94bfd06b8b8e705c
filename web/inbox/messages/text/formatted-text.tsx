import { useSignals } from "@preact/signals-react/runtime";
import { Fragment, memo, type ReactNode } from "react";
import { type Piece, parseFormat } from "./format.ts";
import { highlight } from "./highlight.ts";
import "./formatted-text.css";

export interface FormattedTextProps {
  readonly text: string;
  /** Words to highlight while a search is open, without case and accents. */
  readonly words?: readonly string[];
}

const NONE: readonly string[] = [];
const ONLY_EMOJI = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;

/** A message text with WhatsApp markup and links, rendered as elements only: typed HTML stays text. */
export const FormattedText = memo(function FormattedText({ text, words = NONE }: FormattedTextProps) {
  useSignals();
  const large = text.length < 60 && ONLY_EMOJI.test(text.trim());
  return (
    <span className={large ? "formatted formatted-emoji" : "formatted"} dir="auto">
      {draw(parseFormat(text), words)}
    </span>
  );
});

function draw(pieces: readonly Piece[], words: readonly string[]): ReactNode {
  return pieces.map((piece, at) => {
    // The pieces of a text never change their order, so the index is a stable key.
    const key = `${piece.kind}-${at}`;
    switch (piece.kind) {
      case "text":
        return <Fragment key={key}>{marked(piece.text, words)}</Fragment>;
      case "code":
        return piece.block ? (
          <code key={key} className="formatted-block">
            {marked(piece.text, words)}
          </code>
        ) : (
          <code key={key}>{marked(piece.text, words)}</code>
        );
      case "link":
        return (
          // `bdi` isolates the address: a direction-changing character before it does not reverse it.
          <a key={key} dir="ltr" href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {marked(piece.text, words)}
            {piece.host ? <small className="formatted-host"> ({piece.host})</small> : null}
          </a>
        );
      case "bold":
        return <strong key={key}>{draw(piece.pieces, words)}</strong>;
      case "italic":
        return <em key={key}>{draw(piece.pieces, words)}</em>;
      default:
        return <s key={key}>{draw(piece.pieces, words)}</s>;
    }
  });
}

function marked(text: string, words: readonly string[]): ReactNode {
  if (words.length === 0) return text;
  let at = 0;
  return highlight(text, words).map(({ text: part, hit }) => {
    at += part.length;
    return hit ? (
      // A mentioned person is styled differently from a search hit.
      <mark key={at} className={part.startsWith("@") ? "mention" : undefined}>
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    );
  });
}
