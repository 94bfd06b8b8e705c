import { useState } from "react";
import { MAX_NOTE, type ReminderAnswer } from "#inbox/reminders/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { MomentChoices } from "#web/inbox/tickets/snooze/moment-choices.tsx";
import { weekdayMoment } from "#web/lib/format/dates.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { reminderTexts } from "./locales/index.ts";
import { changeReminder, createReminder } from "./reminders-api.ts";

interface ReminderFormProps {
  /** The reminder that is changed; null = a new one. */
  readonly changed: ReminderAnswer | null;
  /** The ticket of a new reminder; null = none, then a note is needed. */
  readonly ticketId: number | null;
  readonly onSaved: () => void;
}

/** The note and the times of a reminder; the press on a time stores it. */
export function ReminderForm({ changed, ticketId, onSaved }: ReminderFormProps) {
  const t = useText(reminderTexts);
  const [note, setNote] = useState(changed?.note ?? "");
  const [isWorking, setWorking] = useState(false);
  const save = (at: string) => {
    setWorking(true);
    void withErrorToast(async () => {
      const stored = changed
        ? await changeReminder(changed.id, { at, note })
        : await createReminder({ ticketId, at, note });
      toast.success(text(reminderTexts, "form.saved", { time: weekdayMoment(stored.at) }));
      onSaved();
    }).finally(() => setWorking(false));
  };
  const isEmpty = ticketId === null && note.trim() === "";
  return (
    <div className="reminders-form">
      <TextField
        label={t("form.note")}
        help={t("form.noteHelp")}
        value={note}
        onChange={setNote}
        maxLength={MAX_NOTE}
        autoFocus
      />
      <MomentChoices
        ticketId={ticketId}
        isDisabled={isWorking || isEmpty}
        setLabel={t("form.set")}
        onChoose={save}
      />
    </div>
  );
}
