import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { FirstSteps } from "#web/operations/first-steps/place.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { AttendantsTable } from "./attendants-table.tsx";
import { Cards } from "./cards.tsx";
import { DashboardModel } from "./dashboard-model.ts";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { type DashboardFilter, readFilter, writeFilter } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
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
          <Cards answer={answer} />
          <HoursPanel hours={answer.hours} count={model.today.value} />
          <AttendantsTable attendants={answer.attendants} period={answer.period} />
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </div>
  );
}
