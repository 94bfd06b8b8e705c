import Timer from "lucide-react/icons/timer";
import { useEffect, useState } from "react";
import type { SlaSums } from "#inbox/sla/contract.ts";
import { dayAt } from "#platform/dates.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type FilterProps, PeriodFields } from "#web/inbox/reports/filter-bar.tsx";
import { datesOf } from "#web/inbox/reports/report-url.ts";
import { api } from "#web/lib/api/api.ts";
import { companyZone, formatDuration } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { slaReportTexts } from "./locales/index.ts";
import { clocksQuery, type Figure, GROUPS, type Group } from "./sla-figures.ts";

const ClocksDialog = lazyLayer(async () => (await import("./clocks-dialog.tsx")).ClocksDialog);

interface Opened {
  readonly figure: Figure;
  readonly outcome: "met" | "missed";
}

/** The tab SLA: met and missed promises by policy, queue, attendant or day (docs/rules/sla.md#report). */
export function SlaTab({ filter, onChange }: FilterProps) {
  const t = useText(slaReportTexts);
  const [sums, setSums] = useState<(SlaSums & { readonly by: Group }) | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const [group, setGroup] = useState<Group>("policy");
  const [opened, setOpened] = useState<Opened | null>(null);
  const { from, to } = datesOf(filter, dayAt(Date.now(), companyZone.peek()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    api.get<SlaSums>("/sla/report/sums", { query: { date_from: from, date_to: to, by: group } }).then(
      (answer) => isCurrent && setSums({ ...answer, by: group }),
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [from, to, group, tries]);
  const nameOf = ({ name }: Figure) => name || t(group === "user" ? "none.user" : "none.queue");
  return (
    <>
      <search className="panel report-filter" aria-label={t("label")}>
        <PeriodFields filter={filter} onChange={onChange} />
        <Select
          label={t("group.label")}
          options={GROUPS.map((id) => ({ id, label: t(`group.${id}`) }))}
          value={group}
          onChange={setGroup}
        />
      </search>
      {error ? (
        <div className="panel">
          <ErrorState title={t("failed")} error={error} onRetry={() => setTries(tries + 1)} />
        </div>
      ) : sums?.by !== group ? (
        <TableSkeleton />
      ) : sums.figures.length === 0 ? (
        <div className="panel">
          <EmptyState picture={<Timer />} title={t("empty")} text={t("emptyText")} />
        </div>
      ) : (
        <Figures
          figures={sums.figures}
          group={group}
          nameOf={nameOf}
          onOpen={(figure, outcome) => setOpened({ figure, outcome })}
        />
      )}
      {opened ? (
        <ClocksDialog
          title={`${t(opened.outcome)}: ${nameOf(opened.figure)}, ${t(`target.${opened.figure.target}`)}`}
          query={clocksQuery(opened.figure, group, opened.outcome, { from, to })}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

interface FiguresProps {
  readonly figures: readonly Figure[];
  readonly group: Group;
  readonly nameOf: (figure: Figure) => string;
  readonly onOpen: (figure: Figure, outcome: "met" | "missed") => void;
}

function Figures({ figures, group, nameOf, onOpen }: FiguresProps) {
  const t = useText(slaReportTexts);
  const count = (figure: Figure, outcome: "met" | "missed") => {
    const n = figure[outcome];
    if (n === 0) return "0";
    const label = `${t(outcome)}: ${n}, ${nameOf(figure)}, ${t(`target.${figure.target}`)}`;
    return (
      <Button size="s" variant="ghost" aria-label={label} onPress={() => onOpen(figure, outcome)}>
        {formatNumber(n)}
      </Button>
    );
  };
  const share = ({ met, missed }: Figure) => met / (met + missed);
  return (
    <DataTable<Figure>
      label={t("label")}
      rows={figures}
      rowKey={({ key, target }) => `${key} ${target}`}
      columns={[
        { id: "name", title: t(`group.${group}`), card: "title", sortBy: nameOf, cell: nameOf },
        {
          id: "target",
          title: t("column.target"),
          card: "body",
          sortBy: ({ target }) => t(`target.${target}`),
          cell: ({ target }) => t(`target.${target}`),
        },
        {
          id: "met",
          title: t("met"),
          card: "named",
          sortBy: ({ met }) => met,
          sortDown: true,
          cell: (row) => count(row, "met"),
        },
        {
          id: "missed",
          title: t("missed"),
          card: "named",
          sortBy: ({ missed }) => missed,
          sortDown: true,
          cell: (row) => count(row, "missed"),
        },
        {
          id: "share",
          title: t("column.share"),
          card: "corner",
          sortBy: share,
          sortDown: true,
          cell: (row) => `${Math.round(share(row) * 100)}%`,
        },
        {
          id: "mean",
          title: t("column.mean"),
          card: "named",
          leaves: "second",
          sortBy: ({ met, sumMs }) => (met === 0 ? null : sumMs / met),
          cell: ({ met, sumMs }) => (met === 0 ? "–" : formatDuration(sumMs / met / 1000)),
        },
      ]}
    />
  );
}
