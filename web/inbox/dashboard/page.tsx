import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import { PERIOD_DAYS } from "#inbox/dashboard/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { FirstSteps } from "#web/operations/first-steps/place.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect, type Pickable } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AttendantsTable } from "./attendants-table.tsx";
import { Cards } from "./cards.tsx";
import { DashboardModel } from "./dashboard-model.ts";
import { todayPath } from "./figure-paths.ts";
import { type DashboardFilter, isSet, readFilter, writeFilter } from "./filter.ts";
import { HoursPanel } from "./hours-panel.tsx";
import { dashboardTexts } from "./locales/index.ts";
import "./dashboard.css";

/** The admin's view of the service (docs/rules/screens.md#dashboard). */
export function DashboardPage() {
  useSignals();
  const t = useText(dashboardTexts);
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => readFilter(search), [search]);
  const model = useMemo(() => new DashboardModel(api), []);
  useEffect(() => model.listen(socket), [model]);
  useEffect(() => void model.load(filter), [model, filter]);
  const apply = (next: DashboardFilter) => {
    const query = writeFilter(next);
    if (query === writeFilter(filter)) void model.refresh();
    else navigate(query === "" ? "/" : `/?${query}`);
  };
  const answer = model.answer.value;
  return (
    <div className="page dashboard">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      <FirstSteps />
      <FilterBar key={search} filter={filter} onApply={apply} />
      {model.error.value ? (
        <div className="panel">
          <ErrorState
            title={t("page.failed")}
            error={model.error.value}
            onRetry={() => void model.load(filter)}
          />
        </div>
      ) : answer ? (
        <div className="dashboard-figures" aria-busy={model.loading.value}>
          <Cards answer={answer} filter={filter} />
          <HoursPanel
            hours={answer.hours}
            count={model.today.value}
            path={todayPath(filter, dayKey(Date.now()))}
          />
          <AttendantsTable
            filter={filter}
            attendants={answer.attendants}
            period={answer.period}
            scale={answer.ratingScale}
          />
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </div>
  );
}

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Placeholder until the first figures are loaded; of the same size, so that the layout does not move. */
function DashboardSkeleton() {
  const t = useText(common);
  return (
    <div className="dashboard-figures" aria-busy="true">
      <span className="visually-hidden">{t("state.loading")}</span>
      <div className="dashboard-cards">
        {CARDS.map((card) => (
          <div key={card} className="panel dashboard-card">
            <Skeleton width="60%" height="16px" />
            <Skeleton width="40%" height="30px" />
            <Skeleton width="70%" height="14px" />
          </div>
        ))}
      </div>
      <div className="panel dashboard-hours">
        <Skeleton width="180px" height="20px" />
        <div className="hours-chart" />
      </div>
    </div>
  );
}

interface FilterBarProps {
  readonly filter: DashboardFilter;
  readonly onApply: (filter: DashboardFilter) => void;
}

/** Filter by dates or period, queues and connections; applied only by the button 'Filtrar'. */
function FilterBar({ filter, onApply }: FilterBarProps) {
  useSignals();
  const t = useText(dashboardTexts);
  const [draft, setDraft] = useState(filter);
  const change = (part: Partial<DashboardFilter>) => setDraft((before) => ({ ...before, ...part }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isSet(draft)) onApply(draft);
    else toast.error(t("page.skipped"));
  };
  return (
    <form className="panel dashboard-filter" aria-label={t("filter.label")} onSubmit={apply}>
      <Select
        label={t("filter.kind")}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        options={[
          { id: "date", label: t("filter.byDate") },
          { id: "period", label: t("filter.byPeriod") },
        ]}
      />
      {draft.kind === "date" ? (
        <>
          <TextField
            type="date"
            label={t("filter.start")}
            value={draft.from}
            onChange={(from) => change({ from })}
          />
          <TextField type="date" label={t("filter.end")} value={draft.to} onChange={(to) => change({ to })} />
        </>
      ) : (
        <Select
          label={t("filter.period")}
          value={draft.days}
          onChange={(days) => change({ days })}
          options={[
            { id: 0, label: t("filter.none") },
            ...PERIOD_DAYS.map((days) => ({ id: days, label: t("filter.lastDays", { count: days }) })),
          ]}
        />
      )}
      <Places draft={draft} onChange={change} />
      <Button type="submit" variant="primary">
        {t("filter.apply")}
      </Button>
    </form>
  );
}

interface PlacesProps {
  readonly draft: DashboardFilter;
  readonly onChange: (part: Partial<DashboardFilter>) => void;
}

/** Selects of the queues and connections that the figures include. */
function Places({ draft, onChange }: PlacesProps) {
  useSignals();
  const t = useText(dashboardTexts);
  const [queues, setQueues] = useState<readonly Pickable[]>([]);
  useEffect(() => {
    api.get<readonly QueueAnswer[]>("/queue").then(setQueues, toast.failure);
    void connections.open();
  }, []);
  const withNone = queues.length > 0 ? [{ id: 0, name: t("filter.withoutQueue") }, ...queues] : queues;
  return (
    <div className="dashboard-places">
      <MultiSelect
        label={t("filter.queues")}
        items={withNone}
        chosen={draft.queues}
        onChange={(ids) => onChange({ queues: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noQueues")}
      />
      <MultiSelect
        label={t("filter.connections")}
        items={connections.list.value}
        chosen={draft.connections}
        onChange={(ids) => onChange({ connections: ids })}
        onOpen={() => undefined}
        emptyText={t("filter.noConnections")}
      />
    </div>
  );
}
