import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import * as v from "valibot";
import { mayReadReports } from "#inbox/reports/policy.ts";
import {
  CreateScheduleBody,
  MAX_RECIPIENTS,
  SCHEDULE_KINDS,
  SCHEDULE_PERIODS,
  type ScheduleAnswer,
} from "#inbox/reports/schedules/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import { type ReportFilter, reportQuery } from "#web/inbox/reports/report-url.ts";
import { colleagues } from "#web/inbox/tickets/reference-data.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { scheduleCalls } from "./schedules-api.ts";

interface Props {
  /** Null adds a schedule. */
  readonly schedule: ScheduleAnswer | null;
  /** The filter and the columns of the tab Atendimentos. */
  readonly filter: ReportFilter;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}
const { name, period, at, userIds } = CreateScheduleBody.entries;
const Schema = v.object({
  ...{ name, period, at, userIds, active: v.boolean(), takesFilter: v.boolean() },
  kind: v.picklist(SCHEDULE_KINDS),
  format: v.picklist(["csv", "xlsx"]),
});
type Values = v.InferOutput<typeof Schema> & Readonly<Record<string, unknown>>;

/** Adds or edits a report that is sent regularly. */
export function ScheduleDialog({ schedule, filter, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(reportsTexts);
  const saved = useStableCallback(onSaved);
  useEffect(() => void colleagues.need(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update must not overwrite the input
  const form = useMemo(
    () =>
      new FormModel<Values>({
        initial: {
          name: schedule?.name ?? "",
          kind: schedule?.kind ?? "attendances",
          period: schedule?.period ?? "weekly",
          at: schedule?.at ?? "08:00",
          format: schedule?.format ?? "csv",
          userIds: schedule?.users.map(({ id }) => id) ?? [],
          active: schedule?.active ?? true,
          takesFilter: schedule === null,
        },
        schema: Schema,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        onFailure: (error) => {
          const isLimit = error instanceof ApiError && error.code === "ERR_LIMIT_REACHED";
          if (isLimit) toast.error(t("schedule.limit", { limit: Number(error.details["limit"]) }));
          else toast.failure(error);
        },
        submit: async ({ takesFilter, ...values }) => {
          const { days: _, date_from: __, date_to: ___, ...rows } = reportQuery(filter);
          const body = {
            ...{ ...values, userIds: [...values.userIds] },
            ...(takesFilter && { filter: rows, columns: [...filter.columns] }),
          };
          await (schedule ? scheduleCalls.update(schedule.id, body) : scheduleCalls.create(body));
          toast.success(t("schedule.saved"));
          saved();
        },
      }),
    [schedule?.id],
  );
  const field = useField(form);
  const readers = colleagues.all.value.filter(mayReadReports);
  const chosen = form.value("userIds");
  const recipients = readers
    .filter(({ id }) => chosen.includes(id))
    .map(({ name }) => name)
    .join(", ");
  return (
    <FormDialog
      form={form}
      title={t(schedule ? "schedule.editTitle" : "schedule.addTitle")}
      onClose={onClose}
    >
      <TextField {...field("name")} label={t("schedule.name")} isRequired autoFocus maxLength={60} />
      <Select
        label={t("schedule.report")}
        options={SCHEDULE_KINDS.map((id) => ({ id, label: t(`tab.${id}`) }))}
        value={form.value("kind")}
        onChange={(kind) => form.set("kind", kind)}
      />
      <Select
        label={t("schedule.period")}
        help={t(`schedule.covers.${form.value("period")}`)}
        options={SCHEDULE_PERIODS.map((id) => ({ id, label: t(`schedule.${id}`) }))}
        value={form.value("period")}
        onChange={(next) => form.set("period", next)}
      />
      <TextField {...field("at")} type="time" label={t("schedule.at")} isRequired />
      <Select
        label={t("schedule.format")}
        options={(["csv", "xlsx"] as const).map((id) => ({ id, label: t(`file.${id}`) }))}
        value={form.value("format")}
        onChange={(format) => form.set("format", format)}
      />
      <div className="field">
        <span className="field-label" aria-hidden="true">
          {t("schedule.users")}
        </span>
        <MultiSelect
          label={t("schedule.users")}
          trigger={recipients || t("schedule.choose")}
          items={readers}
          chosen={chosen}
          onChange={(ids) => form.set("userIds", ids.slice(0, MAX_RECIPIENTS) as number[])}
          onOpen={() => undefined}
          emptyText={t("filter.noUsers")}
        />
        <p className="field-help">{t("schedule.usersHelp", { limit: MAX_RECIPIENTS })}</p>
        {form.problem("userIds") ? (
          <p className="field-error" role="alert">
            {t("schedule.usersMissing")}
          </p>
        ) : null}
      </div>
      {form.value("kind") === "resolutions" ? null : schedule ? (
        <Switch
          {...field("takesFilter")}
          label={t("schedule.takesFilter")}
          help={t("schedule.takesFilterHelp")}
        />
      ) : (
        <p className="field-help">{t("schedule.filterHelp")}</p>
      )}
      {schedule ? <Switch {...field("active")} label={t("schedule.active")} /> : null}
    </FormDialog>
  );
}
