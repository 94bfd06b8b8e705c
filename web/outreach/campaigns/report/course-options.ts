import uPlot from "uplot";

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

export interface CourseOptions {
  readonly width: number;
  readonly height: number;
  /** Words for a place of the time axis. */
  readonly label: (at: number) => string;
  /** Gets the place under the pointer and where it stands, px. */
  readonly onHover: (at: number | null, left: number) => void;
}

/** Bars of what was sent, lines of what was read and answered, in the colours of the theme. */
export function courseOptions({ width, height, label, onHover }: CourseOptions): uPlot.Options {
  const [ink, line, accent] = [token("--text-3"), token("--line"), token("--accent")];
  const font = "12px system-ui, sans-serif";
  const bars = uPlot.paths.bars?.({ size: [0.7, 28], radius: 0.15 });
  const curve = (stroke: string): uPlot.Series => ({
    stroke,
    width: 2,
    points: { show: true, size: 6, fill: stroke },
  });
  return {
    width,
    height,
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.6, max + 0.6] },
      y: { range: (_, __, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        stroke: ink,
        font,
        grid: { show: false },
        ticks: { show: false },
        gap: 6,
        size: 30,
        incrs: [1, 2, 5, 10, 20, 50],
        space: 64,
        values: (_, places) => places.map((at) => (Number.isInteger(at) ? label(at) : "")),
      },
      {
        stroke: ink,
        font,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        size: 40,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      },
    ],
    series: [
      {},
      { fill: accent, stroke: accent, width: 0, points: { show: false }, ...(bars && { paths: bars }) },
      curve(token("--success")),
      curve(token("--waiting")),
    ],
    hooks: {
      setCursor: [
        (chart) => {
          const at = chart.cursor.idx ?? null;
          onHover(at, at === null ? 0 : chart.bbox.left / devicePixelRatio + chart.valToPos(at, "x"));
        },
      ],
    },
  };
}
