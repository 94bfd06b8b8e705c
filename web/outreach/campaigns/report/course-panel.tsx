import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import type { Detail } from "#web/outreach/campaigns/campaigns-api.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { reportTexts } from "./locales/index.ts";

export type Points = Detail["timeline"]["points"];

const CourseChart = lazy(
  async () => (await import("./course-chart.tsx")).CourseChart,
  () => <div className="report-chart" />,
);

/** Progress over time as a chart, and as a table for screen readers. */
export function CoursePanel({ points }: { readonly points: Points }) {
  const t = useText(reportTexts);
  return (
    <section className="panel report-panel" aria-label={t("chart.title")}>
      <header className="report-panel-head">
        <h2>{t("chart.title")}</h2>
        <p className="report-legend" aria-hidden="true">
          <span className="report-legend-delivered">{t("chart.delivered")}</span>
          <span className="report-legend-read">{t("chart.read")}</span>
          <span className="report-legend-replied">{t("chart.replied")}</span>
        </p>
      </header>
      {points.length === 0 ? (
        <p className="report-chart-empty">{t("chart.empty")}</p>
      ) : (
        <>
          <div aria-hidden="true">
            <CourseChart points={points} />
          </div>
          <ChartTable
            caption={t("chart.title")}
            titles={[t("chart.time"), t("chart.delivered"), t("chart.read"), t("chart.replied")]}
            rows={points.map(({ at, delivered, read, replied }) => [
              formatDateTime(at),
              delivered,
              read,
              replied,
            ])}
          />
        </>
      )}
    </section>
  );
}
