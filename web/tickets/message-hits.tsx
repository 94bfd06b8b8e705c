import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { timeOrDate } from "#web/lib/dates.ts";
import { HitText } from "#web/messages/hit-text.tsx";
import { requestJump } from "#web/messages/jump.ts";
import { messages } from "#web/messages/locales/index.ts";
import { createMessageSearch } from "#web/messages/message-search-model.ts";
import { searchMessages } from "#web/messages/messages-api.ts";
import { openTicketPage } from "./places.ts";
import "./message-hits.css";

/** Where the text stands in all conversations one may read; a press goes to the message. */
export function MessageHitsList({ search }: { readonly search: string }) {
  useSignals();
  const t = useText(messages);
  const [model] = useState(() => createMessageSearch((text, signal) => searchMessages(text, null, signal)));
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
            <button
              type="button"
              className="hit"
              onClick={() => {
                requestJump(hit.ticketId, hit.id);
                openTicketPage(hit.ticketUuid);
              }}
            >
              <span className="hit-head">
                <strong className="ellipsis">{hit.contactName}</strong>
                <time dateTime={hit.createdAt}>{timeOrDate(hit.createdAt)}</time>
              </span>
              <HitText snippet={hit.snippet} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
