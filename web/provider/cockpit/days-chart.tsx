import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { CockpitAnswer } from "#provider/cockpit/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate, formatPureDay } from "#web/lib/format/dates.ts";
import { theme } from "#web/lib/page/theme.ts";
import { daysOptions } from "./days-options.ts";
import { cockpitTexts } from "./locales/index.ts";
import "uplot/dist/uPlot.min.css";

const HEIGHT_PX = 220;
type Days = CockpitAnswer["days"];

/** Bars that stand on each other: what was sent is drawn over the sum of both. */
const series = (days: Days): [number[], number[], number[]] => [
  days.map((_, at) => at),
  days.map(({ received, sent }) => received + sent),
  days.map(({ sent }) => sent),
];

/** The bars of the days; drawn anew when the theme or the width changes. */
export function DaysChart({ days }: { readonly days: Days }) {
  useSignals();
  const t = useText(cockpitTexts);
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const shown = theme.value;
  const data = useRef(days);
  data.current = days;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read when the theme changes
  useEffect(() => {
    const element = box.current;
    // Browsers without a canvas have the table beside it.
    if (!element || !document.createElement("canvas").getContext("2d")) return;
    const options = daysOptions(
      { width: element.clientWidth, height: HEIGHT_PX },
      (at) => formatPureDay(data.current[at]?.day ?? ""),
      (at, left) => {
        const mark = tip.current;
        const day = at === null ? undefined : data.current[at];
        if (!mark) return;
        mark.hidden = day === undefined;
        if (!day) return;
        mark.textContent = t("chart.at", { ...day, day: formatPureDate(day.day) });
        mark.style.left = `${Math.min(Math.max(left, 110), element.clientWidth - 110)}px`;
      },
    );
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
  useEffect(() => chart.current?.setData(series(days)), [days]);
  return (
    <div ref={box} className="cockpit-chart">
      <div ref={tip} className="cockpit-tip" hidden />
    </div>
  );
}
