import { useSignals } from "@preact/signals-react/runtime";
import ListFilter from "lucide-react/icons/list-filter";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { everyCondition } from "#inbox/conditions/shape/contract.ts";
import { PERIOD_DAYS } from "#inbox/dashboard/contract.ts";
import { AXES } from "#inbox/reports/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { reportsTexts } from "./locales/index.ts";
import { DEFAULT_FILTER, type ReportFilter, writeFilter } from "./report-url.ts";

const ConditionsDialog = lazyLayer(async () => {
  const [part] = await Promise.all([import("./conditions-dialog.tsx"), preloadTexts(viewTexts)]);
  return part.ConditionsDialog;
});

export interface FilterProps {
  readonly filter: ReportFilter;
  readonly onChange: (part: Partial<ReportFilter>) => void;
}
/** The entry of the list of periods for chosen dates. */
const DATES = 0;

/** The period of a report: the last days, or dates. Each change applies at once. */
export function PeriodFields({ filter, onChange }: FilterProps) {
  const t = useText(reportsTexts);
  const hasDates = filter.from !== "" || filter.to !== "";
  const today = dayKey(Date.now());
  return (
    <>
      <Select
        label={t("filter.period")}
        value={hasDates ? DATES : filter.days}
        onChange={(days) =>
          onChange(days === DATES ? { days: 0, from: today, to: today } : { days, from: "", to: "" })
        }
        options={[
          ...PERIOD_DAYS.map((days) => ({
            id: days as number,
            label: t("filter.lastDays", { count: days }),
          })),
          { id: DATES, label: t("filter.dates") },
        ]}
      />
      {hasDates ? (
        <>
          <TextField
            type="date"
            label={t("filter.from")}
            value={filter.from}
            onChange={(from) => onChange({ from })}
          />
          <TextField
            type="date"
            label={t("filter.to")}
            value={filter.to}
            onChange={(to) => onChange({ to })}
          />
        </>
      ) : null}
    </>
  );
}

/** The filter of the report of attendances; each change applies at once. */
export function FilterBar({ filter, onChange }: FilterProps) {
  useSignals();
  const t = useText(reportsTexts);
  const [isEditing, setEditing] = useState(false);
  const conditions = filter.conditions ? everyCondition(filter.conditions).length : 0;
  const isFiltered = writeFilter({ ...filter, columns: DEFAULT_FILTER.columns }) !== "";
  return (
    <search className="panel report-filter" aria-label={t("filter.label")}>
      <Select
        label={t("filter.by")}
        value={filter.by}
        onChange={(by) => onChange({ by })}
        options={AXES.map((id) => ({ id, label: t(`by.${id}`) }))}
      />
      <PeriodFields filter={filter} onChange={onChange} />
      <div className="report-choices">
        <Choices filter={filter} onChange={onChange} />
        <Button
          size="s"
          icon={<ListFilter aria-hidden="true" />}
          className={conditions > 0 ? "pick-trigger pick-trigger-on" : "pick-trigger"}
          onPress={() => setEditing(true)}
        >
          {conditions > 0 ? t("filter.conditionsSet", { count: conditions }) : t("filter.conditions")}
        </Button>
        {filter.only ? (
          <Button size="s" icon={<X aria-hidden="true" />} onPress={() => onChange({ only: null })}>
            {t(`filter.${filter.only}`)}
          </Button>
        ) : null}
        {isFiltered ? (
          <Button
            size="s"
            variant="ghost"
            onPress={() => onChange({ ...DEFAULT_FILTER, columns: filter.columns })}
          >
            {t("filter.clear")}
          </Button>
        ) : null}
      </div>
      {isEditing ? (
        <ConditionsDialog
          value={filter.conditions}
          onSave={(next) => onChange({ conditions: next })}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </search>
  );
}

/** Queues, connections, attendants and tags. */
function Choices({ filter, onChange }: FilterProps) {
  useSignals();
  const t = useText(reportsTexts);
  useEffect(() => {
    for (const list of [queues, tags, colleagues]) void list.need();
    void connections.open();
  }, []);
  const none = (name: string) => ({ id: 0, name });
  return (
    <>
      <MultiSelect
        label={t("filter.queues")}
        items={[none(t("filter.withoutQueue")), ...queues.all.value]}
        chosen={filter.queues}
        onChange={(ids) => onChange({ queues: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noQueues")}
      />
      <MultiSelect
        label={t("filter.connections")}
        items={connections.list.value}
        chosen={filter.connections}
        onChange={(ids) => onChange({ connections: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noConnections")}
      />
      <MultiSelect
        label={t("filter.users")}
        items={[none(t("filter.withoutUser")), ...colleagues.all.value]}
        chosen={filter.users}
        onChange={(ids) => onChange({ users: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noUsers")}
      />
      <MultiSelect
        label={t("filter.tags")}
        items={tags.all.value}
        chosen={filter.tags}
        onChange={(ids) => onChange({ tags: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noTags")}
      />
    </>
  );
}
