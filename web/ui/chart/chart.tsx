import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { language } from "#web/i18n/language.ts";
import { theme } from "#web/lib/page/theme.ts";
import "uplot/dist/uPlot.min.css";
import "./chart.css";

interface ChartSeries {
  readonly kind: "bars" | "line";
  /** Design token of its colour, such as `--accent`. */
  readonly color: string;
}
/** Sizes of one chart, px. Must remain the same object. */
export interface ChartShape {
  readonly height: number;
  readonly series: readonly ChartSeries[];
  /** Width of a bar as a fraction of its slot, and its maximum in px. */
  readonly bar: readonly [share: number, widest: number];
  /** Corner radius of a bar as a fraction of its width. */
  readonly barRadius: number;
  /** Minimum width of a label below the chart, and the allowed distances between two labels, in slots. */
  readonly labelSpace: number;
  readonly labelSteps: number[];
  /** Width of the numbers at the left, and the steps between them; default: chosen by uPlot. */
  readonly axisWidth: number;
  readonly axisSteps?: number[];
  /** Minimum distance of the centre of the tooltip from the edges of the chart. */
  readonly tipMargin?: number;
}
export interface ChartProps {
  readonly className: string;
  readonly shape: ChartShape;
  /** The values of each series by slot, 0 at the left. Series are drawn over each other in this order. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Label below a slot. */
  readonly label: (place: number) => string;
  /** Text of the tooltip at a slot; null for none. */
  readonly tip: (place: number) => string | null;
}

/**
 * A chart of bars and lines in the colours of the theme, drawn on a canvas. Decorative: pages render a `ChartTable`
 * with the same values for screen readers.
 */
export function Chart({ className, shape, ...shown }: ChartProps) {
  useSignals();
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(shown);
  latest.current = shown;
  const [colors, words] = [theme.value, language.value];
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when the theme or the language changes
  useEffect(() => {
    const element = box.current;
    // A browser without canvas shows the table only.
    if (!element || !document.createElement("canvas").getContext("2d")) return;
    const showTip = (place: number | null, left: number) => {
      const text = place === null ? null : latest.current.tip(place);
      if (!tip.current) return;
      tip.current.hidden = text === null;
      if (text === null) return;
      const margin = shape.tipMargin ?? 0;
      tip.current.textContent = text;
      tip.current.style.left = `${Math.min(Math.max(left, margin), element.clientWidth - margin)}px`;
    };
    const options = chartOptions(shape, (place) => latest.current.label(place), showTip);
    const made = new uPlot(
      { ...options, width: element.clientWidth },
      dataOf(latest.current.values),
      element,
    );
    chart.current = made;
    const watcher = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: shape.height }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [colors, words, shape]);
  useEffect(() => chart.current?.setData(dataOf(shown.values)), [shown.values]);
  return (
    <div ref={box} className={className}>
      <div ref={tip} className="chart-tip" hidden />
    </div>
  );
}

function dataOf(values: ChartProps["values"]): uPlot.AlignedData {
  const places = Array.from({ length: values[0]?.length ?? 0 }, (_, place) => place);
  return [places, ...values.map((of) => [...of])];
}

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

function chartOptions(
  { height, series, bar, barRadius, labelSpace, labelSteps, axisWidth, axisSteps }: ChartShape,
  label: (place: number) => string,
  onHover: (place: number | null, left: number) => void,
): Omit<uPlot.Options, "width"> {
  const axis = { stroke: token("--text-3"), font: "12px system-ui, sans-serif", ticks: { show: false } };
  const bars = uPlot.paths.bars?.({ size: [...bar], radius: barRadius });
  const drawn = ({ kind, color }: ChartSeries): uPlot.Series => {
    const stroke = token(color);
    return kind === "line"
      ? { stroke, width: 2, points: { show: true, size: 6, fill: stroke } }
      : { fill: stroke, stroke, width: 0, points: { show: false }, ...(bars && { paths: bars }) };
  };
  return {
    height,
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.6, max + 0.6] },
      y: { range: (_, __, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        gap: 6,
        size: 30,
        incrs: labelSteps,
        space: labelSpace,
        values: (_, places) => places.map((place) => (Number.isInteger(place) ? label(place) : "")),
      },
      {
        ...axis,
        grid: { stroke: token("--line"), width: 1 },
        size: axisWidth,
        ...(axisSteps && { incrs: axisSteps }),
      },
    ],
    series: [{}, ...series.map(drawn)],
    hooks: {
      setCursor: [
        (chart) => {
          const place = chart.cursor.idx ?? null;
          const offset = chart.bbox.left / devicePixelRatio;
          onHover(place, place === null ? 0 : offset + chart.valToPos(place, "x"));
        },
      ],
    },
  };
}
