import CircleCheckBig from "lucide-react/icons/circle-check-big";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { ResolutionReport } from "#inbox/tickets/resolutions/contract.ts";
import { dayAt } from "#platform/dates.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { resolutionCalls } from "#web/inbox/tickets/resolutions/resolutions-api.ts";
import { companyZone } from "#web/lib/format/dates.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { type FilterProps, PeriodFields } from "./filter-bar.tsx";
import { reportsTexts } from "./locales/index.ts";
import { datesOf, type ReportFilter, reportPath } from "./report-url.ts";

type Row = ResolutionReport["rows"][number];

/** The address of the rows that a number counts: attendances that people resolved with this reason, or without a reason. */
const pathOf = ({ id }: Row, { days, from, to }: ReportFilter): string =>
  reportPath({
    ...{ days, from, to, only: "resolved" },
    conditions: { all: [{ field: "resolution", op: "in", value: [id] }] },
  });

/** The tab Motivos: how often people resolved with each reason (docs/rules/resolutions.md#report). */
export function ResolutionsReport({ filter, onChange }: FilterProps) {
  const t = useText(reportsTexts);
  const [report, setReport] = useState<ResolutionReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const { from, to } = datesOf(filter, dayAt(Date.now(), companyZone.peek()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    resolutionCalls.report(from, to).then(
      (answer) => isCurrent && setReport(answer),
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [from, to, tries]);
  return (
    <>
      <search className="panel report-filter" aria-label={t("filter.label")}>
        <PeriodFields filter={filter} onChange={onChange} />
      </search>
      {error ? (
        <div className="panel">
          <ErrorState title={t("list.failed")} error={error} onRetry={() => setTries(tries + 1)} />
        </div>
      ) : report === null ? (
        <TableSkeleton />
      ) : report.total === 0 ? (
        <div className="panel">
          <EmptyState
            picture={<CircleCheckBig />}
            title={t("resolutions.empty")}
            text={t("resolutions.emptyText")}
          />
        </div>
      ) : (
        <Table report={report} filter={filter} />
      )}
    </>
  );
}

function Table({ report, filter }: { readonly report: ResolutionReport; readonly filter: ReportFilter }) {
  const t = useText(reportsTexts);
  const nameOf = ({ name }: Row) => name ?? t("byResolution.without");
  return (
    <DataTable<Row>
      label={t("tab.resolutions")}
      rows={report.rows}
      rowKey={({ id }) => id ?? 0}
      columns={[
        {
          id: "name",
          title: t("byResolution.name"),
          card: "title",
          sortBy: nameOf,
          cell: (row) => <span className="ellipsis">{nameOf(row)}</span>,
        },
        {
          id: "tickets",
          title: t("byResolution.tickets"),
          card: "corner",
          sortBy: ({ tickets }) => tickets,
          sortDown: true,
          cell: (row) => (
            <Link
              className="report-figure"
              href={pathOf(row, filter)}
              aria-label={`${formatNumber(row.tickets)}, ${t("resolutions.show", { name: nameOf(row) })}`}
            >
              {formatNumber(row.tickets)}
            </Link>
          ),
        },
        {
          id: "share",
          title: t("resolutions.share"),
          card: "named",
          sortBy: ({ tickets }) => tickets,
          sortDown: true,
          cell: ({ tickets }) => `${Math.round((tickets / report.total) * 100)}%`,
        },
      ]}
    />
  );
}
