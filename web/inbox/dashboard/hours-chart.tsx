import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useText } from "#web/i18n/use-text.ts";
import { theme } from "#web/lib/page/theme.ts";
import { chartOptions } from "./chart-options.ts";
import { dashboardTexts } from "./locales/index.ts";
import "uplot/dist/uPlot.min.css";

const HEIGHT_PX = 240;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The bars of the day; drawn anew when the theme or the width changes. */
export function HoursChart({ hours }: { readonly hours: readonly number[] }) {
  useSignals();
  const t = useText(dashboardTexts);
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const shown = theme.value;
  const data = useRef(hours);
  data.current = hours;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read when the theme changes
  useEffect(() => {
    const element = box.current;
    // Browsers without a canvas have the table beside it.
    if (!element || !document.createElement("canvas").getContext("2d")) return;
    const options = chartOptions(element.clientWidth, HEIGHT_PX, (hour, left) => {
      const mark = tip.current;
      if (!mark) return;
      mark.hidden = hour === null;
      if (hour === null) return;
      mark.textContent = t("hours.at", { hour, count: data.current[hour] ?? 0 });
      mark.style.left = `${left}px`;
    });
    const made = new uPlot(options, [HOURS, [...data.current]], element);
    chart.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [shown, t]);
  useEffect(() => chart.current?.setData([HOURS, [...hours]]), [hours]);
  return (
    <div ref={box} className="hours-chart">
      <div ref={tip} className="hours-tip" hidden />
    </div>
  );
}
