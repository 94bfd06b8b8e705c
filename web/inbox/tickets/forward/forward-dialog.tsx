import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messageSummary } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages as messageTexts } from "#web/inbox/messages/locales/index.ts";
import { forwardTexts } from "#web/inbox/messages/selection/locales/index.ts";
import StartConversation from "#web/inbox/tickets/dialogs/start-conversation.tsx";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { fetchTicket } from "#web/inbox/tickets/tickets-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { forward } from "./forward.ts";
import { createForwardSearch, type ForwardTarget } from "./forward-search.ts";

import "#web/inbox/tickets/dialogs/dialog-form.css";

export interface ForwardDialogProps {
  /** In the order of sending. */
  readonly messages: readonly MessageAnswer[];
  readonly onClose: () => void;
}

/** Tickets that a call reaches (`MAX_FORWARD_TARGETS` of the server). */
const MOST_TARGETS = 5;
/** Messages shown in the dialog. */
const SHOWN = 3;

/**
 * Forwards messages to open tickets of the user or to a contact; for a contact without an open ticket an
 * attendance is begun first (docs/rules/conversations.md#forwarding). Nothing is sent before the button is pressed.
 */
export function ForwardDialog({ messages, onClose }: ForwardDialogProps) {
  useSignals();
  const t = useText(forwardTexts);
  const m = useText(messageTexts);
  const c = useText(common);
  const [search] = useState(createForwardSearch);
  // The same id again sends nothing twice, also after an answer that was lost.
  const [requestId] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState("");
  const [target, setTarget] = useState<ForwardTarget | null>(null);
  const [earlier, setEarlier] = useState<readonly TicketAnswer[]>([]);
  const [isRefused, setRefused] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [starting, setStarting] = useState<ContactAnswer | null>(null);
  useEffect(() => {
    search.type("");
    return search.stop;
  }, [search]);

  const send = (tickets: readonly TicketAnswer[]) => forward({ messages, tickets, requestId });
  const submit = () => {
    if (!target && earlier.length === 0) return setRefused(true);
    if (target?.kind === "contact") return setStarting(target.contact);
    setBusy(true);
    send(target ? [...earlier, target.ticket] : earlier).then(onClose, (error: unknown) => {
      setBusy(false);
      toast.failure(error);
    });
  };
  const addAnother = () => {
    if (target?.kind !== "ticket") return;
    setEarlier([...earlier, target.ticket]);
    setTarget(null);
    setTyped("");
    search.type("");
  };
  const begun = (contact: ContactAnswer) => {
    onClose();
    sendToContact(contact, earlier, send).catch(toast.failure);
  };
  if (starting) return <StartConversation contact={starting} why="ask" onClose={() => begun(starting)} />;
  const taken = new Set(earlier.map(({ id }) => `ticket-${id}`));
  const found = search.found.value.filter(({ id }) => !taken.has(id));
  const targets = target && !found.some(({ id }) => id === target.id) ? [target, ...found] : found;
  return (
    <Dialog
      title={t("title", { count: messages.length })}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button variant="primary" isDisabled={isBusy} onPress={submit}>
            {t("send")}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        {messages.slice(0, SHOWN).map((message) => (
          <blockquote key={message.id} className="forward-what" dir="auto">
            {messageSummary(message, m)}
          </blockquote>
        ))}
        <EarlierTargets
          tickets={earlier}
          onRemove={(id) => setEarlier(earlier.filter((one) => one.id !== id))}
        />
        <ComboBox<string>
          key={earlier.length}
          label={t("to")}
          placeholder={t("placeholder")}
          help={t("help")}
          emptyText={t(search.isShort.value ? "short" : "empty")}
          error={isRefused && !target && earlier.length === 0 ? t("choose") : null}
          autoFocus
          options={targets.map(({ id, name, detail }) => ({ id, label: name, detail }))}
          value={target?.id ?? null}
          onChange={(id) => {
            const chosen = targets.find((one) => one.id === id) ?? null;
            setTarget(chosen);
            if (chosen) setTyped(chosen.name);
          }}
          search={typed}
          onSearch={(next) => {
            // The combo box writes the name of the chosen target into the field; that is not a new search.
            if (next === typed || next === target?.name) return;
            setTarget(null);
            setTyped(next);
            search.type(next);
          }}
        />
        {target?.kind === "ticket" && earlier.length < MOST_TARGETS - 1 ? (
          <Button size="s" variant="ghost" onPress={addAnother}>
            {t("another")}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

interface EarlierTargetsProps {
  readonly tickets: readonly TicketAnswer[];
  readonly onRemove: (ticketId: number) => void;
}

/** The tickets that were chosen before the current target. */
function EarlierTargets({ tickets, onRemove }: EarlierTargetsProps) {
  const t = useText(forwardTexts);
  if (tickets.length === 0) return null;
  return (
    <ul className="forward-targets" aria-label={t("chosen")}>
      {tickets.map(({ id, contact }) => (
        <li key={id}>
          <Button size="s" aria-label={t("remove", { name: contact.name })} onPress={() => onRemove(id)}>
            {contact.name}
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Sends the messages to the chosen tickets and to the one opened for the contact, unless another attendant owns that
 * one.
 */
async function sendToContact(
  contact: ContactAnswer,
  earlier: readonly TicketAnswer[],
  send: (tickets: readonly TicketAnswer[]) => Promise<void>,
): Promise<void> {
  const ticket = await openedTicket(contact);
  const isOwn = ticket?.userId === currentUser.peek().id;
  // Another attendant's ticket gets no message: it must be taken over first.
  if (ticket && !isOwn) toast.info(text(forwardTexts, "notYours"));
  const tickets = ticket && isOwn ? [...earlier, ticket] : earlier;
  if (tickets.length > 0) await send(tickets);
}

/** The open ticket of the contact on screen; undefined when no attendance was begun. */
async function openedTicket(contact: ContactAnswer): Promise<TicketAnswer | undefined> {
  const [, uuid] = /^\/tickets\/([^/]+)$/.exec(globalThis.location.pathname) ?? [];
  if (!uuid) return undefined;
  const ticket = await fetchTicket(uuid);
  return ticket.contactId === contact.id && ticket.status === "open" ? ticket : undefined;
}
