import type { CockpitAnswer } from "#provider/cockpit/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { ChartTable } from "#web/ui/chart/chart-table.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { cockpitTexts } from "./locales/index.ts";

const DaysChart = lazy(
  async () => (await import("./days-chart.tsx")).DaysChart,
  () => <div className="cockpit-chart" />,
);

/** Messages of all companies by day: a chart, and a table for screen readers. */
export function DaysPanel({ days }: { readonly days: CockpitAnswer["days"] }) {
  const t = useText(cockpitTexts);
  const isEmpty = days.every(({ received, sent }) => received + sent === 0);
  return (
    <section className="panel cockpit-panel" aria-label={t("chart.title")}>
      <header className="cockpit-panel-head">
        <h2>{t("chart.title")}</h2>
        <p className="cockpit-legend" aria-hidden="true">
          <span className="cockpit-received">{t("chart.received")}</span>
          <span className="cockpit-sent">{t("chart.sent")}</span>
        </p>
      </header>
      <div aria-hidden="true" className="cockpit-chart-box">
        <DaysChart days={days} />
        {isEmpty ? <p className="cockpit-chart-empty">{t("chart.empty")}</p> : null}
      </div>
      <ChartTable
        caption={t("chart.title")}
        titles={[t("chart.day"), t("chart.received"), t("chart.sent")]}
        rows={days.map(({ day, received, sent }) => [formatPureDate(day), received, sent])}
      />
    </section>
  );
}
