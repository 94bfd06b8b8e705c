/** Appends that the quantiles are computed over. */
const WINDOW = 1000;

/** Times and sizes of the appends of this owner, for metrics. */
export interface AppendFigures {
  add(append: { readonly ms: number; readonly bytes: number }): void;
  /** Seconds of the last 1,000 appends by quantile: 0.5, 0.99. Empty before the first. */
  seconds(): Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly count: number;
}

export function createAppendFigures(): AppendFigures {
  const times: number[] = [];
  let next = 0;
  const sum = { bytes: 0, count: 0 };
  return {
    add({ ms, bytes }) {
      times[next] = ms;
      next = (next + 1) % WINDOW;
      sum.bytes += bytes;
      sum.count += 1;
    },
    seconds() {
      if (times.length === 0) return {};
      const sorted = times.toSorted((a, b) => a - b);
      const at = (quantile: number) => (sorted[Math.floor(quantile * (sorted.length - 1))] ?? 0) / 1000;
      return { "0.5": at(0.5), "0.99": at(0.99) };
    },
    get bytes() {
      return sum.bytes;
    },
    get count() {
      return sum.count;
    },
  };
}
