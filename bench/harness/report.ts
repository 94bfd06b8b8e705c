/** A measured figure of `docs/quality.md`. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  /** The raw yardstick of the same run; absent where none is measured. */
  readonly yardstick?: string;
  /** Ours compared with that yardstick, or with the goal. */
  readonly ratio?: string;
  readonly goal: string;
  readonly met: boolean;
}

/** A figure without a yardstick. */
export const figure = (name: string, ours: string, goal: string, met: boolean): Figure => ({
  name,
  ours,
  goal,
  met,
});

/** Prints the figures as a table that can be pasted into a document. */
export function report(figures: readonly Figure[]): string {
  const rows = [
    ["what", "ours", "yardstick", "ratio", "goal", ""],
    ["---", "---", "---", "---", "---", "---"],
    ...figures.map((f) => [
      f.name,
      f.ours,
      f.yardstick ?? "–",
      f.ratio ?? "–",
      f.goal,
      f.met ? "ok" : "MISSED",
    ]),
  ];
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en")}/s`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const percent = (value: number): string => `${Math.round(value * 100)} %`;
