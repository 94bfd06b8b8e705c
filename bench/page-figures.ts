import { percentile } from "./load.ts";
import { type Figure, ms } from "./report.ts";

/** A figure of the browser's part, which has no raw yardstick beside it. */
export const figure = (name: string, ours: string, goal: string, met: boolean): Figure => ({
  name,
  ours,
  yardstick: "–",
  ratio: "–",
  goal,
  met,
});
export const middle = (samples: readonly number[]): number => percentile(samples, 0.5);
export const spread = (samples: readonly number[]): string =>
  `p50 ${ms(middle(samples))}, p95 ${ms(percentile(samples, 0.95))} (${samples.length})`;
