import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, useState } from "react";
import { firstNameOf } from "#accounts/settings/person-name/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useTemplates } from "#web/channels/templates/use-templates.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { type Schedule, scheduleCalls } from "#web/inbox/schedules/schedules-api.ts";
import { reasonOf } from "#web/inbox/schedules/status.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { ContactPicker } from "#web/people/contacts/contact-picker.tsx";
import { fetchContact } from "#web/people/contacts/contacts-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { OfficialPart, TextPart } from "./says-field.tsx";
import { createScheduleForm, type ScheduleDraft } from "./schedule-form.ts";
import { WhenFields } from "./when-fields.tsx";

export interface ScheduleDialogProps {
  /** Scheduled message to edit; null = write a new one. */
  readonly schedule: Schedule | null;
  readonly draft?: ScheduleDraft;
  readonly onSaved: (saved: Schedule) => void;
  readonly onClose: () => void;
}

type Chosen = Pick<ContactAnswer, "id" | "name" | "number" | "profilePicUrl">;

/** Creates or changes a scheduled message; a sent one is read-only (docs/rules/screens.md#schedules). */
export function ScheduleDialog({ schedule, draft, onSaved, onClose }: ScheduleDialogProps) {
  useSignals();
  const t = useText(scheduleTexts);
  const words = useText(common);
  const [contact, setContact] = useState<Chosen | null>(schedule?.contact ?? null);
  const [progress, setProgress] = useState<number | null>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the message must not undo what is being typed
  const form = useMemo(
    () =>
      createScheduleForm({
        schedule,
        ...(draft ? { draft } : {}),
        calls: scheduleCalls,
        isOfficial: (id) => officialOf(id) !== null,
        onProgress: setProgress,
        onFailure: toast.failure,
        onFileFailed: (error) => {
          setProgress(null);
          toast.failure(error);
          toast.error(t("form.fileFailed"));
        },
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [schedule?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const wantedId = schedule ? undefined : draft?.contactId;
  useEffect(() => {
    if (wantedId === undefined) return;
    let isHere = true;
    fetchContact(wantedId).then(
      (found) => isHere && setContact(found),
      (error: unknown) => isHere && toast.failure(error),
    );
    return () => {
      isHere = false;
    };
  }, [wantedId]);
  const isSent = Boolean(schedule?.sentAt);
  const title = t(isSent ? "form.sentTitle" : schedule ? "form.editTitle" : "form.addTitle");
  const official = officialOf(form.value("whatsappId"));
  const templates = useTemplates(official);
  const said = { form, schedule, isReadOnly: isSent, known: contact ? namesOf(contact.name) : {} };
  const reason = schedule ? reasonOf(schedule, t) : null;
  return (
    <>
      <Dialog title={title} onClose={close}>
        <Form form={form} label={title} className="schedule-form">
          {reason ? <Callout tone="danger">{reason}</Callout> : null}
          {schedule?.status === "AGENDADA" ? <Callout tone="waiting">{t("form.waits")}</Callout> : null}
          {schedule?.sentAt ? (
            <Callout tone="success">{t("row.sentAt", { time: formatDateTime(schedule.sentAt) })}</Callout>
          ) : null}
          {isSent ? (
            <TextField label={t("field.contact")} value={contact?.name ?? ""} isReadOnly />
          ) : (
            <ContactPicker
              label={t("field.contact")}
              placeholder={t("field.contactPlaceholder")}
              hint={t("field.contactHint")}
              emptyText={t("field.contactEmpty")}
              value={contact as ContactAnswer | null}
              onChange={(chosen) => {
                setContact(chosen);
                form.set("contactId", chosen?.id ?? null);
              }}
              error={form.problem("contactId") ? t("form.required") : null}
              autoFocus={!schedule && draft?.contactId === undefined}
            />
          )}
          {official === null ? <TextPart {...said} /> : <OfficialPart {...said} templates={templates} />}
          <WhenFields form={form} schedule={schedule} isReadOnly={isSent} />
          {progress !== null && form.sending.value ? (
            <ProgressBar label={t("field.uploading")} value={progress} />
          ) : null}
          {isSent ? (
            <div className="form-actions">
              <Button onPress={onClose}>{words("action.close")}</Button>
            </div>
          ) : (
            <FormActions
              form={form}
              submitLabel={schedule ? words("action.save") : t("form.save")}
              onCancel={close}
            />
          )}
        </Form>
      </Dialog>
      {guard}
    </>
  );
}

/** The connection that would send the message, if it is an official number. Reads signals. */
function officialOf(whatsappId: number): number | null {
  const found =
    whatsappId === 0
      ? connections.list.value.find(({ isDefault }) => isDefault)
      : connections.items.get(whatsappId);
  return found?.provider === "cloud" ? found.id : null;
}

/** Values of the contact's variables, for the preview. */
const namesOf = (name: string): Readonly<Record<string, string>> => {
  const first = firstNameOf(name);
  return { name, nome: name, firstName: first, primeiro_nome: first };
};
