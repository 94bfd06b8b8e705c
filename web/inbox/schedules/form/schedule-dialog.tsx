import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { firstNameOf } from "#accounts/settings/text-variables/contract.ts";
import { RECURRENCES } from "#inbox/scheduled-messages/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useTemplates } from "#web/channels/templates/use-templates.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { type Schedule, scheduleCalls } from "#web/inbox/schedules/schedules-api.ts";
import { reasonOf } from "#web/inbox/schedules/status.ts";
import { companyZone, formatDateTime, localTime } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { ContactPicker } from "#web/people/contacts/contact-picker.tsx";
import { fetchContact } from "#web/people/contacts/contacts-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { OfficialPart, TextPart } from "./message-field.tsx";
import { createScheduleForm, type ScheduleDraft, type ScheduleValues } from "./schedule-form.ts";

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
  const saved = useStableCallback(onSaved);
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
          saved(answer);
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
  const bodyProps = { form, schedule, isReadOnly: isSent, known: contact ? namesOf(contact.name) : {} };
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
          {official === null ? (
            <TextPart {...bodyProps} />
          ) : (
            <OfficialPart {...bodyProps} templates={templates} connectionId={official} />
          )}
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

interface WhenFieldsProps {
  readonly form: FormModel<ScheduleValues>;
  readonly schedule: Schedule | null;
  readonly isReadOnly: boolean;
}

/** Fields for time, recurrence, connection and late limit of a scheduled message. */
function WhenFields({ form, schedule, isReadOnly }: WhenFieldsProps) {
  useSignals();
  const t = useText(scheduleTexts);
  const field = useField(form);
  useEffect(() => void connections.open(), []);
  const { error: _error, ...sendAt } = field("sendAt");
  const problem = form.problem("sendAt");
  const { error: _known, ...connection } = field("whatsappId");
  const zone = companyZone.value.replaceAll("_", " ");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone === companyZone.value;
  const gone = schedule?.whatsapp && !connections.items.get(schedule.whatsapp.id) ? [schedule.whatsapp] : [];
  return (
    <>
      <div className="form-row">
        <TextField
          {...sendAt}
          type="datetime-local"
          label={t("field.sendAt")}
          isRequired
          isReadOnly={isReadOnly}
          {...(isReadOnly ? {} : { min: localTime(Date.now()) })}
          {...(here ? {} : { help: t("field.zone", { zone }) })}
          error={problem ? t(problem === "required" ? "form.required" : "form.past") : null}
        />
        <Select
          {...field("recurrence")}
          label={t("field.recurrence")}
          isDisabled={isReadOnly}
          options={RECURRENCES.map((id) => ({ id, label: t(`recurrence.${id}`) }))}
          {...(form.value("recurrence") === "monthly" && Number(form.value("sendAt").slice(8, 10)) > 28
            ? { help: t("field.monthlyHelp") }
            : {})}
        />
      </div>
      <div className="form-row">
        <Select<number>
          {...connection}
          label={t("field.connection")}
          isDisabled={isReadOnly}
          options={[
            { id: 0, label: t("field.defaultConnection") },
            ...connections.list.value.map(({ id, name }) => ({ id, label: name })),
            ...gone.map(({ id, name }) => ({ id, label: name, isDisabled: true })),
          ]}
        />
        <TextField
          {...field("lateLimitHours")}
          inputMode="numeric"
          label={t("field.lateLimit")}
          help={t("field.lateLimitHelp")}
          suffix={t("field.hours")}
          isReadOnly={isReadOnly}
        />
      </div>
    </>
  );
}
