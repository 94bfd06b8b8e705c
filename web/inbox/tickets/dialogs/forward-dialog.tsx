import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { forwardable } from "#web/inbox/messages/bubble/forwardable.ts";
import { messageSummary } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { currentUser, outbox, tickets } from "#web/inbox/tickets/store.ts";
import { fetchTicket } from "#web/inbox/tickets/tickets-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createForwardSearch, type ForwardTarget } from "./forward-search.ts";
import StartConversation from "./start-conversation.tsx";
import "./dialog-form.css";

export interface ForwardDialogProps {
  readonly message: MessageAnswer;
  readonly onClose: () => void;
}

/**
 * Forwards a message to one of the user's open tickets or to a contact; for a contact without an open ticket an
 * attendance is begun first (docs/rules/conversations.md#forwarding). Nothing is sent before the button is pressed.
 */
export default function ForwardDialog({ message, onClose }: ForwardDialogProps) {
  useSignals();
  const t = useText(ticketTexts);
  const m = useText(messages);
  const c = useText(common);
  const [search] = useState(createForwardSearch);
  const [typed, setTyped] = useState("");
  const [target, setTarget] = useState<ForwardTarget | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [starting, setStarting] = useState<ContactAnswer | null>(null);
  useEffect(() => {
    search.type("");
    return search.stop;
  }, [search]);
  const content = forwardable(message);

  const send = (ticket: TicketAnswer) => {
    if (!content) return;
    tickets.upsert(ticket);
    outbox.add({ ...content, ticketId: ticket.id, file: null, voice: false, quoted: null });
    toast.success(t("forward.done", { name: ticket.contact.name }));
  };
  const submit = () => {
    if (!target) return setRefused(true);
    if (target.kind === "contact") return setStarting(target.contact);
    send(target.ticket);
    onClose();
  };
  /** Sends the message to the ticket that was opened for the contact. If none was opened, nothing is sent. */
  const begun = async (contact: ContactAnswer) => {
    onClose();
    const [, uuid] = /^\/tickets\/([^/]+)$/.exec(globalThis.location.pathname) ?? [];
    if (!uuid) return;
    try {
      const ticket = await fetchTicket(uuid);
      if (ticket.contactId !== contact.id || ticket.status !== "open") return;
      // Another attendant's ticket gets no message: it must be taken over first.
      if (ticket.userId === currentUser.peek().id) send(ticket);
      else toast.info(t("forward.notYours"));
    } catch (error) {
      toast.failure(error);
    }
  };
  if (starting)
    return <StartConversation contact={starting} why="ask" onClose={() => void begun(starting)} />;
  const found = search.found.value;
  const targets = target && !found.some(({ id }) => id === target.id) ? [target, ...found] : found;
  return (
    <Dialog
      title={t("forward.title")}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button variant="primary" onPress={submit}>
            {t("forward.send")}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <blockquote className="forward-what" dir="auto">
          {messageSummary(message, m)}
        </blockquote>
        <ComboBox<string>
          label={t("forward.to")}
          placeholder={t("forward.placeholder")}
          help={t("forward.help")}
          emptyText={t(search.isShort.value ? "forward.short" : "forward.empty")}
          error={isRefused && !target ? t("forward.choose") : null}
          autoFocus
          options={targets.map(({ id, name, detail }) => ({ id, label: name, detail }))}
          value={target?.id ?? null}
          onChange={(id) => {
            const chosen = targets.find((one) => one.id === id) ?? null;
            setTarget(chosen);
            if (chosen) setTyped(chosen.name);
          }}
          search={typed}
          onSearch={(text) => {
            // The combo box writes the name of the chosen target into the field; that is not a new search.
            if (text === typed || text === target?.name) return;
            setTarget(null);
            setTyped(text);
            search.type(text);
          }}
        />
      </div>
    </Dialog>
  );
}
