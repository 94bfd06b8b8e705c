import { useSignals } from "@preact/signals-react/runtime";
import Share2 from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { lastWords } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { tickets, ticketViewOf } from "#web/inbox/tickets/store.ts";
import { fetchTicket, fetchTickets } from "#web/inbox/tickets/tickets-api.ts";
import { brand } from "#web/lib/page/brand.ts";
import { drafts } from "#web/lib/storage/drafts.ts";
import { createContactSearch } from "#web/people/contacts/contact-search-model.ts";
import { findContacts } from "#web/people/contacts/contacts-api.ts";
import { formatNumber } from "#web/people/contacts/phone-number.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { deleteShared, readShared, type Shared } from "#web/worker/share.ts";
import { shareTexts } from "./locales/index.ts";
import "./share.css";

const StartConversation = lazyLayer(
  async () => (await import("#web/inbox/tickets/dialogs/start-conversation.tsx")).default,
);

/** Delay of a search after the last key, ms (docs/rules/forms.md#pages). */
const SEARCH_MS = 500;

/**
 * Page for content shared by another app: the user chooses an open ticket of their own or a contact, and the content
 * is put into its composer, unsent.
 */
export function SharePage() {
  useSignals();
  const t = useText(shareTexts);
  const [, navigate] = useLocation();
  const [contact, setContact] = useState<ContactAnswer | null>(null);
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
  const putIntoComposer = (ticket: TicketAnswer) => {
    tickets.upsert(ticket);
    const { composer } = ticketViewOf(ticket.id);
    // Shared content is for the contact: the composer switches from note to message.
    composer.setMode("message");
    if (shared.text !== "") composer.setText(joined(drafts.peek(`ticket:${ticket.id}`)?.text, shared.text));
    // The text becomes the caption of the first file.
    for (const { name } of composer.attach(shared.files)) toast.error(t("page.refused", { name }));
    composer.flush();
    void deleteShared(caches);
  };
  const choose = (ticket: TicketAnswer) => {
    putIntoComposer(ticket);
    navigate(`/tickets/${ticket.uuid}`, { replace: true });
  };
  // The ticket opened for the contact gets the shared content. If none was opened, the content stays on this page.
  const begun = () => {
    setContact(null);
    const [, uuid] = /^\/tickets\/([^/]+)$/.exec(globalThis.location.pathname) ?? [];
    if (uuid) fetchTicket(uuid).then(putIntoComposer, toast.failure);
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
      <Found onTicket={choose} onContact={setContact} />
      {contact ? <StartConversation contact={contact} why="ask" onClose={begun} /> : null}
    </div>
  );
}

/** Appends the shared text to an existing draft, on a new line. */
const joined = (begun: string | undefined, text: string): string => (begun ? `${begun}\n${text}` : text);

interface FoundProps {
  readonly onTicket: (ticket: TicketAnswer) => void;
  readonly onContact: (contact: ContactAnswer) => void;
}

function Found({ onTicket, onContact }: FoundProps) {
  useSignals();
  const t = useText(shareTexts);
  const m = useText(messages);
  const [contacts] = useState(() => createContactSearch(findContacts));
  useEffect(() => () => contacts.stop(), [contacts]);
  const [search, setSearch] = useState("");
  const [found, setFound] = useState<readonly TicketAnswer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `round` repeats the request
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
  const people = contacts.found.value;
  if (failure) return <ErrorState error={failure} onRetry={() => setRound(round + 1)} />;
  return (
    <>
      <TextField
        type="search"
        label={t("page.find")}
        placeholder={t("page.find")}
        value={search}
        onChange={(text) => {
          setSearch(text);
          contacts.type(text);
        }}
      />
      <div className="panel" aria-busy={found === null}>
        {found?.length === 0 && people.length === 0 ? (
          <EmptyState title={t("page.none")} text={t("page.noneText")} />
        ) : null}
        <ul className="share-list">
          {found?.map((ticket) => (
            <Row
              key={ticket.id}
              name={ticket.contact.name}
              picture={ticket.contact.profilePicUrl}
              detail={lastWords(ticket, m)}
              onPress={() => onTicket(ticket)}
            />
          ))}
        </ul>
      </div>
      {people.length > 0 ? (
        <section className="panel">
          <h2 className="share-title">{t("page.contacts")}</h2>
          <ul className="share-list">
            {people.map((contact) => (
              <Row
                key={contact.id}
                name={contact.name}
                picture={contact.profilePicUrl}
                detail={formatNumber(contact.number)}
                onPress={() => onContact(contact)}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly picture: string | null;
  readonly detail: string;
  readonly onPress: () => void;
}

function Row({ name, picture, detail, onPress }: RowProps) {
  return (
    <li>
      <ErrorBoundary part="share-row" resetKey={detail} raw={name}>
        <button type="button" className="share-ticket" onClick={onPress}>
          <Avatar name={name} picture={picture} />
          <span className="share-words">
            <b className="ellipsis">{name}</b>
            <small className="ellipsis">{detail}</small>
          </span>
        </button>
      </ErrorBoundary>
    </li>
  );
}
