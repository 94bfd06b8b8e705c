import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import type { FigureSpan, Figures } from "#inbox/reports/schema.ts";

const NONE: Figures = { count: 0, spans: {}, names: [] };

/** Adds the figures of rows to what was added up before. */
export function addFigures(before: Figures | null, rows: readonly AttendanceAnswer[]): Figures {
  const { count, spans, names } = before ?? NONE;
  const sums = new Map<FigureSpan, { sumMs: number; count: number }>(
    Object.entries(spans).map(([key, span]) => [key as FigureSpan, { ...span }]),
  );
  const measure = (key: FigureSpan, ms: number | null) => {
    if (ms === null) return;
    const span = sums.get(key) ?? { sumMs: 0, count: 0 };
    sums.set(key, { sumMs: span.sumMs + ms, count: span.count + 1 });
  };
  for (const { waitingMs, responseMs, supportMs } of rows) {
    measure("waiting", waitingMs);
    measure("response", responseMs);
    measure("support", supportMs);
  }
  return { count: count + rows.length, spans: Object.fromEntries(sums), names };
}
