import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, formatTime } from "#web/lib/format/dates.ts";
import { theme } from "#web/lib/page/theme.ts";
import { courseOptions } from "./course-options.ts";
import type { Points } from "./course-panel.tsx";
import { reportTexts } from "./locales/index.ts";
import "uplot/dist/uPlot.min.css";

const HEIGHT_PX = 240;

/** Places there are at least: a campaign of a minute is one slim bar at the left. */
const LEAST_PLACES = 12;

const series = (points: Points): uPlot.AlignedData => {
  const places = Array.from({ length: Math.max(LEAST_PLACES, points.length) }, (_, at) => at);
  const of = (mark: "delivered" | "read" | "replied") => places.map((at) => points[at]?.[mark] ?? null);
  return [places, of("delivered"), of("read"), of("replied")];
};

/** The course of a campaign; drawn anew when the theme or the width changes. */
export function CourseChart({ points }: { readonly points: Points }) {
  useSignals();
  const t = useText(reportTexts);
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const shown = theme.value;
  const data = useRef(points);
  data.current = points;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read when the theme changes
  useEffect(() => {
    const element = box.current;
    // Browsers without a canvas have the table beside it.
    if (!element || !document.createElement("canvas").getContext("2d")) return;
    const options = courseOptions({
      width: element.clientWidth,
      height: HEIGHT_PX,
      label: (at) => (data.current[at] ? formatTime(data.current[at].at) : ""),
      onHover: (at, left) => {
        const mark = tip.current;
        const point = at === null ? undefined : data.current[at];
        if (!mark) return;
        mark.hidden = point === undefined;
        if (!point) return;
        const { delivered, read, replied } = point;
        mark.textContent = t("chart.at", { time: formatDateTime(point.at), delivered, read, replied });
        mark.style.left = `${Math.min(Math.max(left, 150), element.clientWidth - 150)}px`;
      },
    });
    const made = new uPlot(options, series(data.current), element);
    chart.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [shown, t]);
  useEffect(() => chart.current?.setData(series(points)), [points]);
  return (
    <div ref={box} className="report-chart">
      <div ref={tip} className="report-tip" hidden />
    </div>
  );
}
