import { useCallback, useMemo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, formatTime } from "#web/lib/format/dates.ts";
import { Chart, type ChartShape } from "#web/ui/chart/chart.tsx";
import type { Points } from "./course-panel.tsx";
import { reportTexts } from "./locales/index.ts";

/** Minimum number of slots of the time axis: a campaign of one minute is one narrow bar at the left. */
const MIN_SLOTS = 12;

const SHAPE: ChartShape = {
  height: 240,
  series: [
    { kind: "bars", color: "--accent" },
    { kind: "line", color: "--success" },
    { kind: "line", color: "--waiting" },
  ],
  bar: [0.7, 28],
  barRadius: 0.15,
  labelSpace: 64,
  labelSteps: [1, 2, 5, 10, 20, 50],
  axisWidth: 40,
  axisSteps: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  tipMargin: 150,
};

/** Bars of delivered messages and lines of read and answered ones, by time. */
export function CourseChart({ points }: { readonly points: Points }) {
  const t = useText(reportTexts);
  const values = useMemo(() => {
    const places = Array.from({ length: Math.max(MIN_SLOTS, points.length) }, (_, at) => at);
    return (["delivered", "read", "replied"] as const).map((mark) =>
      places.map((at) => points[at]?.[mark] ?? null),
    );
  }, [points]);
  const label = useCallback((at: number) => (points[at] ? formatTime(points[at].at) : ""), [points]);
  const tip = useCallback(
    (at: number) => {
      const point = points[at];
      if (!point) return null;
      const { delivered, read, replied } = point;
      return t("chart.at", { time: formatDateTime(point.at), delivered, read, replied });
    },
    [t, points],
  );
  return <Chart className="report-chart" shape={SHAPE} values={values} label={label} tip={tip} />;
}
