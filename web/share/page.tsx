import { useSignals } from "@preact/signals-react/runtime";
import Share2 from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { brand } from "#web/lib/brand.ts";
import { drafts } from "#web/lib/drafts.ts";
import { roomOf, tickets } from "#web/tickets/desk.ts";
import { fetchTickets } from "#web/tickets/tickets-api.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { dropShared, readShared, type Shared } from "#web/worker/share.ts";
import { shareTexts } from "./locales/index.ts";
import "./share.css";

/** Behaviour 0: a search waits this long after the last key, ms. */
const SEARCH_MS = 500;

/** What another app shared, and for which of the person's open tickets it is: it lands in the composer, unsent. */
export function SharePage() {
  useSignals();
  const t = useText(shareTexts);
  const [, navigate] = useLocation();
  const [shared, setShared] = useState<Shared | null | undefined>(undefined);
  useEffect(() => {
    readShared(caches, Date.now()).then(setShared, () => setShared(null));
  }, []);
  if (shared === undefined) return <Skeleton />;
  if (shared === null) {
    const leave = <Button onPress={() => navigate("/tickets")}>{t("page.toTickets")}</Button>;
    return (
      <EmptyState
        picture={<Share2 />}
        title={t("page.nothing")}
        text={t("page.nothingText", { brand: brand.value.name })}
        action={leave}
        isPage
      />
    );
  }
  const choose = (ticket: TicketAnswer) => {
    tickets.upsert(ticket);
    const { composer } = roomOf(ticket.id);
    if (shared.text !== "") composer.setText(joined(drafts.peek(`ticket:${ticket.id}`)?.text, shared.text));
    // The text becomes the caption of the first file.
    for (const { name } of composer.attach(shared.files)) toast.error(t("page.refused", { name }));
    composer.flush();
    void dropShared(caches);
    navigate(`/tickets/${ticket.uuid}`, { replace: true });
  };
  return (
    <div className="page share">
      <h1 className="page-title">{t("page.title")}</h1>
      <div className="panel share-what">
        {shared.text ? <p>{shared.text}</p> : null}
        {shared.files.length > 0 ? (
          <p className="share-files">
            <b>{t("page.files", { count: shared.files.length })}</b>{" "}
            {shared.files.map(({ name }) => name).join(", ")}
          </p>
        ) : null}
      </div>
      <p>
        {t("page.choose")} <small>{t("page.notSent")}</small>
      </p>
      <Tickets onChosen={choose} />
    </div>
  );
}

/** Behind what was begun already, on a line of its own. */
const joined = (begun: string | undefined, text: string): string => (begun ? `${begun}\n${text}` : text);

function Tickets({ onChosen }: { readonly onChosen: (ticket: TicketAnswer) => void }) {
  const t = useText(shareTexts);
  const [search, setSearch] = useState("");
  const [found, setFound] = useState<readonly TicketAnswer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more
  useEffect(() => {
    const abort = new AbortController();
    const ask = () =>
      fetchTickets({ status: "open", searchParam: search }, 1, abort.signal).then(
        ({ items }) => {
          setFailure(null);
          setFound(items);
        },
        (error: unknown) => abort.signal.aborted || setFailure(error),
      );
    const timer = setTimeout(ask, found === null ? 0 : SEARCH_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, round]);
  if (failure) return <ErrorState error={failure} onRetry={() => setRound(round + 1)} />;
  return (
    <>
      <TextField
        label={t("page.find")}
        hideLabel
        placeholder={t("page.find")}
        value={search}
        onChange={setSearch}
      />
      <div className="panel" aria-busy={found === null}>
        {found?.length === 0 ? <EmptyState title={t("page.none")} text={t("page.noneText")} /> : null}
        <ul className="share-list">
          {found?.map((ticket) => (
            <li key={ticket.id}>
              <button type="button" className="share-ticket" onClick={() => onChosen(ticket)}>
                <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} />
                <span className="share-words">
                  <b className="ellipsis">{ticket.contact.name}</b>
                  <small className="ellipsis">{ticket.lastMessage}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
