import uPlot from "uplot";

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

/**
 * Two rows of bars in the colours of the theme, the second over the first. `label` names a day by its place; `onHover`
 * gets the day under the pointer and where its bar stands, px.
 */
export function daysOptions(
  size: { readonly width: number; readonly height: number },
  label: (at: number) => string,
  onHover: (at: number | null, left: number) => void,
): uPlot.Options {
  const [ink, line] = [token("--text-3"), token("--line")];
  const font = "12px system-ui, sans-serif";
  const bars = uPlot.paths.bars?.({ size: [0.62, 30], radius: 0.15 });
  const row = (color: string): uPlot.Series => ({
    fill: color,
    stroke: color,
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  });
  return {
    ...size,
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
        incrs: [1, 2, 3, 5, 7],
        space: 48,
        values: (_, places) => places.map((at) => (Number.isInteger(at) ? label(at) : "")),
      },
      { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { show: false }, size: 48 },
    ],
    series: [{}, row(token("--accent")), row(token("--success"))],
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
