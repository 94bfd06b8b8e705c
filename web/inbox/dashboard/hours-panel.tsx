import { Link } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { dashboardTexts } from "./locales/index.ts";

const HoursChart = lazy(
  async () => (await import("./hours-chart.tsx")).HoursChart,
  () => <div className="hours-chart" />,
);

interface Props {
  /** Attendances begun per hour of today: 24 numbers. */
  readonly hours: readonly number[];
  readonly count: number;
  /** Where the attendances of today are. */
  readonly path: string;
}

/** Attendances begun today, per hour: a chart, and the same numbers in a table for screen readers. */
export function HoursPanel({ hours, count, path }: Props) {
  const t = useText(dashboardTexts);
  const title = t("hours.title", { count });
  return (
    <section className="panel dashboard-hours" aria-label={title}>
      <h2 className="dashboard-title">
        <Link href={path}>{title}</Link>
      </h2>
      <div aria-hidden="true" className="dashboard-hours-box">
        <HoursChart hours={hours} />
        {count === 0 ? <p className="dashboard-hours-empty">{t("hours.empty")}</p> : null}
      </div>
      <ChartTable
        caption={title}
        titles={[t("hours.hour"), t("hours.count")]}
        rows={hours.map((attendances, hour) => [`${hour}h`, attendances])}
      />
    </section>
  );
}
