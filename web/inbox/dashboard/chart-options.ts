import uPlot from "uplot";

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

/** Bars in the colours of the theme; `onHover` gets the hour under the pointer and where its bar stands, px. */
export function chartOptions(
  width: number,
  height: number,
  onHover: (hour: number | null, left: number) => void,
): uPlot.Options {
  const [ink, line, accent] = [token("--text-3"), token("--line"), token("--accent")];
  const font = "12px system-ui, sans-serif";
  const bars = uPlot.paths.bars?.({ size: [0.62, 34], radius: 0.22 });
  return {
    width,
    height,
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: () => [-0.6, 23.6] },
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
        incrs: [1, 2, 3, 4, 6],
        space: 34,
        values: (_, hours) => hours.map((hour) => (hour >= 0 && hour <= 23 ? `${hour}h` : "")),
      },
      {
        stroke: ink,
        font,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        size: 38,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
      },
    ],
    series: [
      {},
      {
        fill: accent,
        stroke: accent,
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      },
    ],
    hooks: {
      setCursor: [
        (chart) => {
          const hour = chart.cursor.idx ?? null;
          const offset = chart.bbox.left / devicePixelRatio;
          onHover(hour, hour === null ? 0 : offset + chart.valToPos(hour, "x"));
        },
      ],
    },
  };
}
