import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { snippetStretches } from "#web/inbox/messages/text/highlight.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { stripFormatting } from "#web/lib/format/plain-text.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { createMessageSearch, type Found } from "./message-search-model.ts";
import "#web/inbox/messages/text/hit-text.css";
import "./hits-list.css";

interface Shown {
  readonly id: number;
  readonly snippet: string;
  readonly createdAt: string;
}
interface Props<Hit extends Shown> {
  readonly search: string;
  readonly find: (text: string, signal: AbortSignal) => Promise<Found<Hit>>;
  /** The author, or the conversation of the hit. */
  readonly nameOf: (hit: Hit) => string;
  readonly onOpen: (hit: Hit) => void;
}

/** The hits of a search in all readable conversations; a click opens the message. */
export function HitsList<Hit extends Shown>({ search, find, nameOf, onOpen }: Props<Hit>) {
  useSignals();
  const t = useText(messages);
  const [model] = useState(() => createMessageSearch(find));
  useEffect(() => model.type(search), [model, search]);
  useEffect(() => () => model.stop(), [model]);
  const hits = model.hits.value;
  if (hits.length === 0) return null;
  return (
    <section className="hits" aria-label={t("search.everywhere")}>
      <h3 className="hits-title">{t("search.everywhere")}</h3>
      <ul>
        {hits.map((hit) => (
          <li key={hit.id}>
            <button type="button" className="hit" onClick={() => onOpen(hit)}>
              <span className="hit-head">
                <strong className="ellipsis">{nameOf(hit)}</strong>
                <time dateTime={hit.createdAt}>{timeOrDate(hit.createdAt)}</time>
              </span>
              <ErrorBoundary part="hit" resetKey={hit} raw={hit.snippet}>
                <HitText snippet={hit.snippet} />
              </ErrorBoundary>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The text around a hit, with the hit highlighted. */
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
