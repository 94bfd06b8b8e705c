import { stripFormatting } from "#web/lib/format/plain-text.ts";
import { snippetStretches } from "./highlight.ts";
import "./hit-text.css";

/** The text around a hit, with the hit marked. */
export function HitText({ snippet }: { readonly snippet: string }) {
  let at = 0;
  return (
    <span className="hit-text" dir="auto">
      {snippetStretches(stripFormatting(snippet)).map(({ text, hit }) => {
        at += text.length;
        return hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
      })}
    </span>
  );
}
