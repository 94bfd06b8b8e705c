import { useCallback, useMemo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Chart, type ChartShape } from "#web/ui/chart/chart.tsx";
import { dashboardTexts } from "./locales/index.ts";

const SHAPE: ChartShape = {
  height: 240,
  series: [{ kind: "bars", color: "--accent" }],
  bar: [0.62, 34],
  barRadius: 0.22,
  labelSpace: 34,
  labelSteps: [1, 2, 3, 4, 6],
  axisWidth: 38,
  axisSteps: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
};

/** Bar chart of today, one bar per hour. */
export function HoursChart({ hours }: { readonly hours: readonly number[] }) {
  const t = useText(dashboardTexts);
  const values = useMemo(() => [hours], [hours]);
  const tip = useCallback((hour: number) => t("hours.at", { hour, count: hours[hour] ?? 0 }), [t, hours]);
  return <Chart className="hours-chart" shape={SHAPE} values={values} label={hourLabel} tip={tip} />;
}

const hourLabel = (hour: number) => (hour >= 0 && hour <= 23 ? `${hour}h` : "");
