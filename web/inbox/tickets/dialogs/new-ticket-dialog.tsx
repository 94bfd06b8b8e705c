import { useSignals } from "@preact/signals-react/runtime";
import UserPlus from "lucide-react/icons/user-plus";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { queues } from "#web/inbox/tickets/reference-data.ts";
import { counts, currentUser, lists } from "#web/inbox/tickets/store.ts";
import { openTicket } from "#web/inbox/tickets/tickets-api.ts";
import { whileAsking } from "#web/lib/keyboard/active-composer.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { ContactPicker } from "#web/people/contacts/contact-picker.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type Conflict, conflictOf } from "./conflict.ts";
import { newTicketTexts } from "./new-ticket-locales/index.ts";
import { useDialogQueues } from "./use-dialog-queues.ts";
import "./dialog-form.css";

const ContactDialog = lazyLayer(
  async () => (await import("#web/people/contacts/contact-dialog.tsx")).default,
);

const NewTicketNotice = lazy(
  async () => (await import("#web/inbox/reach/load.ts")).newTicketNotice(),
  undefined,
  { isExtra: true },
);

/** Id of "automatic" and "without queue" in the selects; ids of the server start at 1. */
const NONE = 0;

/** Input that searches by number: digits and separators. */
const isNumber = (typed: string): boolean =>
  /^[\d\s()+.-]+$/.test(typed.trim()) && /\d{4}/.test(typed.replace(/\D/g, ""));

interface NewTicketDialogProps {
  /** The contact to preselect. */
  readonly contact?: ContactAnswer;
  /** A running ticket of the contact, if already known to the caller. */
  readonly conflict?: Conflict;
  readonly onClose: () => void;
}

/** The dialog with its texts. */
export async function loadNewTicketDialog() {
  await preloadTexts(newTicketTexts);
  return NewTicketDialog;
}

/** Starts an attendance with a contact; if one is running already, shows that one (docs/rules/screens.md#tickets). */
function NewTicketDialog({ onClose, ...known }: NewTicketDialogProps) {
  useSignals();
  const t = useText(newTicketTexts);
  const c = useText(common);
  const { isAdmin } = currentUser.value;
  const [contact, setContact] = useState<ContactAnswer | null>(known.contact ?? null);
  const [typed, setTyped] = useState("");
  const [isCreating, setCreating] = useState(false);
  const [queueId, setQueueId] = useState<number | null>(isAdmin ? NONE : null);
  const [whatsappId, setWhatsappId] = useState(session.user.peek()?.whatsappId ?? NONE);
  const { start, isWorking, conflict, setConflict } = useStart(onClose, known.conflict ?? null);
  const [isRefused, setRefused] = useState(false);
  const own = useDialogQueues();
  useEffect(() => {
    void queues.need();
    void connections.open();
  }, []);
  // A user with a single queue does not have to choose.
  const only = !isAdmin && own.length === 1 ? own[0]?.id : undefined;
  const queue = queueId ?? only ?? null;

  const press = () => {
    if (!contact || queue === null) setRefused(true);
    else void whileAsking((opened) => start({ contactId: contact.id, queueId: queue, whatsappId }, opened));
  };
  return (
    <Dialog
      title={t("title")}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button variant="primary" isPending={isWorking} onPress={press}>
            {t("start")}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <Button
          variant="ghost"
          size="s"
          icon={<UserPlus />}
          className="dialog-form-aside"
          onPress={() => setCreating(true)}
        >
          {t("createContact")}
        </Button>
        <ContactPicker
          label={t("contact")}
          placeholder={t("contactPlaceholder")}
          hint={t("contactHint")}
          emptyText={t("contactEmpty")}
          error={isRefused && !contact ? t("pickContact") : null}
          value={contact}
          onChange={(next) => {
            setContact(next);
            setConflict(null);
          }}
          onText={setTyped}
          autoFocus={known.contact ? false : "always"}
          create={{
            label: (text) => t("createNamed", { text }),
            run: () => setCreating(true),
          }}
        />
        <QueueAndConnection
          contact={contact}
          own={own}
          queue={queue}
          onQueue={setQueueId}
          isRefused={isRefused}
          whatsappId={whatsappId}
          onConnection={setWhatsappId}
        />
        {contact ? (
          <NewTicketNotice
            contactId={contact.id}
            whatsappId={whatsappId || null}
            onConnection={setWhatsappId}
          />
        ) : null}
        {conflict ? <ConflictNotice conflict={conflict} onClose={onClose} /> : null}
      </div>
      {isCreating ? (
        <ContactDialog
          initial={isNumber(typed) ? { number: typed.trim() } : { name: typed.trim() }}
          onClose={() => setCreating(false)}
          onSaved={setContact}
        />
      ) : null}
    </Dialog>
  );
}

interface Chosen {
  readonly contactId: number;
  readonly queueId: number;
  readonly whatsappId: number;
}

/**
 * Opens a ticket and shows it. If the contact has one already, shows that one when it is the user's, else reports it as
 * `conflict`.
 */
function useStart(onClose: () => void, known: Conflict | null) {
  const [conflict, setConflict] = useState(known);
  const [isWorking, setWorking] = useState(false);
  const start = async ({ contactId, queueId, whatsappId }: Chosen, opened: (uuid: string) => void) => {
    const userId = currentUser.peek().id;
    const show = (uuid: string) => {
      // The page below takes the focus and the keyboard only after the dialog has closed.
      flushSync(onClose);
      openTicketPage(uuid, { view: "attending" });
      opened(uuid);
    };
    setWorking(true);
    setConflict(null);
    try {
      const ticket = await openTicket({
        contactId,
        queueId: queueId || null,
        whatsappId: whatsappId || null,
        userId,
        status: "open",
      });
      lists.place(ticket);
      counts.touch();
      show(ticket.uuid);
    } catch (error) {
      const found = conflictOf(error);
      if (found?.userId === userId && found.ticket.uuid) show(found.ticket.uuid);
      else if (found) setConflict(found);
      else toast.failure(error);
      setWorking(false);
    }
  };
  return { start, isWorking, conflict, setConflict };
}

/** A number linked by QR code reaches phones and privacy ids; ids of the official WhatsApp are not valid there. */
const needsPhone = (
  contact: ContactAnswer | null,
  { channel, provider }: { readonly channel: string; readonly provider?: string },
): boolean =>
  contact?.reachedBy?.includes("bsuid") === true &&
  channel === "whatsapp" &&
  provider !== "cloud" &&
  !contact.reachedBy.some((kind) => kind === "pn" || kind === "lid");

interface QueueAndConnectionProps {
  readonly contact: ContactAnswer | null;
  /** Queues that the user may choose. */
  readonly own: ReturnType<typeof useDialogQueues>;
  readonly queue: number | null;
  readonly onQueue: (id: number | null) => void;
  readonly isRefused: boolean;
  readonly whatsappId: number;
  readonly onConnection: (id: number) => void;
}

/** Queue and connection of the new ticket; only admins may choose "without queue". */
function QueueAndConnection(props: QueueAndConnectionProps) {
  useSignals();
  const t = useText(newTicketTexts);
  const { own, queue, isRefused } = props;
  const { isAdmin } = currentUser.value;
  return (
    <>
      <Select<number>
        label={t("queue")}
        placeholder={t("queuePlaceholder")}
        isRequired={!isAdmin}
        error={isRefused && queue === null ? t("queuePlaceholder") : null}
        options={isAdmin ? [{ id: NONE, label: t("noQueue") }, ...own] : own}
        value={queue}
        onChange={props.onQueue}
      />
      <Select<number>
        label={t("connection")}
        options={[
          { id: NONE, label: t("connectionAuto") },
          ...connections.list.value.map((connection) => ({
            id: connection.id,
            label: connection.name,
            ...(needsPhone(props.contact, connection) && { detail: t("needsPhone"), isDisabled: true }),
          })),
        ]}
        value={props.whatsappId}
        onChange={props.onConnection}
      />
    </>
  );
}

interface ConflictNoticeProps {
  readonly conflict: Conflict;
  readonly onClose: () => void;
}

/** Shows who already attends the contact; users who may see the ticket also get a link to it. */
function ConflictNotice({ conflict, onClose }: ConflictNoticeProps) {
  const t = useText(newTicketTexts);
  const { uuid, status } = conflict.ticket;
  return (
    <div className="conflict" role="alert">
      <strong>{t("conflict")}</strong>
      <span>{conflict.user ? t("conflictOwner", { name: conflict.user.name }) : t("conflictNobody")}</span>
      {conflict.queue ? <span>{t("conflictQueue", { name: conflict.queue.name })}</span> : null}
      {uuid && status !== "pending" ? (
        <Button
          size="s"
          onPress={() => {
            openTicketPage(uuid);
            onClose();
          }}
        >
          {t("openConflict")}
        </Button>
      ) : null}
    </div>
  );
}
