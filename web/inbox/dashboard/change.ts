/** Change of a figure against the previous period; null percent = the previous period has no value. */
export interface Change {
  readonly direction: "more" | "less" | "same";
  /** Whole percent, never negative. */
  readonly percent: number | null;
}

export function changeOf(now: number, before: number): Change {
  if (now === before) return { direction: "same", percent: before === 0 ? null : 0 };
  const direction = now > before ? "more" : "less";
  if (before === 0) return { direction, percent: null };
  return { direction, percent: Math.round((Math.abs(now - before) / before) * 100) };
}
