import ArrowRight from "lucide-react/icons/arrow-right";
import BellPlus from "lucide-react/icons/bell-plus";
import Check from "lucide-react/icons/check";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import type { ReminderAnswer } from "#inbox/reminders/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { reminding } from "#web/inbox/tickets/actions/reminder.tsx";
import { snoozeTexts } from "#web/inbox/tickets/snooze/locales/index.ts";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { reminderTexts } from "./locales/index.ts";
import { ReminderForm } from "./reminder-form.tsx";
import { changeReminder, deleteReminder, fetchReminders } from "./reminders-api.ts";
import "./reminders.css";

/** The dialog with its texts; loaded when it is first opened. */
export async function loadRemindersDialog() {
  await Promise.all([preloadTexts(reminderTexts), preloadTexts(snoozeTexts)]);
  return RemindersDialog;
}

/** What the form above the list is for. */
type Edited = ReminderAnswer | "new" | null;

/** "Lembretes": a new reminder, and the user's open ones (docs/rules/reminders.md#list). */
function RemindersDialog({ asked }: { readonly asked: NonNullable<typeof reminding.value> }) {
  const t = useText(reminderTexts);
  const { ticket } = asked;
  const [edited, setEdited] = useState<Edited>(ticket ? "new" : null);
  const close = () => {
    reminding.value = null;
  };
  const saved = () => (ticket && edited === "new" ? close() : setEdited(null));
  const changed = edited === "new" ? null : edited;
  const ofTicket = ticket && edited === "new" ? ticket.id : (changed?.ticketId ?? null);
  return (
    <Dialog
      title={ticket ? t("form.titleOf", { contact: ticket.contactName }) : t("list.title")}
      onClose={close}
      size="m"
    >
      {edited ? (
        <ReminderForm key={changed?.id ?? "new"} changed={changed} ticketId={ofTicket} onSaved={saved} />
      ) : (
        <Button icon={<BellPlus />} onPress={() => setEdited("new")}>
          {t("list.new")}
        </Button>
      )}
      {edited ? <h3>{t("list.mine")}</h3> : null}
      <ReminderList onChange={setEdited} onOpen={close} />
    </Dialog>
  );
}

interface ListProps {
  readonly onChange: (reminder: ReminderAnswer) => void;
  readonly onOpen: () => void;
}

function ReminderList({ onChange, onOpen }: ListProps) {
  const t = useText(reminderTexts);
  const [reminders, setReminders] = useState<readonly ReminderAnswer[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    fetchReminders().then(setReminders, setFailure);
  }, []);
  useEffect(() => {
    load();
    return socket.on("reminder", load);
  }, [load]);
  if (failure) return <ErrorState error={failure} title={t("list.loadFailed")} onRetry={load} />;
  if (reminders === null) return <Skeleton shape="block" height="120px" />;
  if (reminders.length === 0)
    return <EmptyState picture={<BellPlus />} title={t("list.empty")} text={t("list.emptyText")} />;
  return (
    <>
      <p className="reminders-help">{t("list.help")}</p>
      <ul className="reminders-list">
        {reminders.map((reminder) => (
          <ReminderRow
            key={reminder.id}
            reminder={reminder}
            onChange={() => onChange(reminder)}
            onOpen={onOpen}
            work={(change) => void withErrorToast(async () => void (await change())).then(load)}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly reminder: ReminderAnswer;
  readonly onChange: () => void;
  readonly onOpen: () => void;
  readonly work: (change: () => Promise<unknown>) => void;
}

function ReminderRow({ reminder, onChange, onOpen, work }: RowProps) {
  const t = useText(reminderTexts);
  const { id, at, note, ticket, ticketId } = reminder;
  const about = ticket?.contactName ?? (ticketId === null ? null : t("list.noTicket"));
  return (
    <li className="reminders-row">
      <div className="reminders-words">
        <strong>{note || about}</strong>
        <br />
        <small>
          <time dateTime={at}>{weekdayMoment(at)}</time>
          {note && about ? ` · ${about}` : null}
        </small>
      </div>
      <div className="reminders-buttons">
        <IconButton label={t("list.done")} onPress={() => work(() => changeReminder(id, { done: true }))}>
          <Check />
        </IconButton>
        <IconButton label={t("list.change")} onPress={onChange}>
          <Pencil />
        </IconButton>
        <IconButton label={t("list.remove")} variant="danger" onPress={() => work(() => deleteReminder(id))}>
          <Trash2 />
        </IconButton>
        {ticket ? (
          <Link
            className="icon-button icon-button-plain icon-button-m"
            aria-label={t("list.open")}
            href={`/tickets/${ticket.uuid}`}
            onClick={onOpen}
          >
            <ArrowRight />
          </Link>
        ) : null}
      </div>
    </li>
  );
}
