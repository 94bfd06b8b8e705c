import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { RECURRENCES } from "#inbox/scheduled-messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import type { Schedule } from "#web/inbox/schedules/schedules-api.ts";
import { companyZone, localTime } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import type { ScheduleValues } from "./schedule-form.ts";

interface Props {
  readonly form: FormModel<ScheduleValues>;
  readonly schedule: Schedule | null;
  readonly isReadOnly: boolean;
}

/** Fields for time, recurrence, connection and late limit of a scheduled message. */
export function WhenFields({ form, schedule, isReadOnly }: Props) {
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
