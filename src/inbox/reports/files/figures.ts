import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import type { FigureSpan, Figures } from "#inbox/reports/schema.ts";

/** Adds up the figures of rows, from what was added up before. */
export function figuresFrom(before: Figures | null) {
  let count = before?.count ?? 0;
  const spans = new Map<FigureSpan, { sumMs: number; count: number }>(
    Object.entries(before?.spans ?? {}).map(([key, span]) => [key as FigureSpan, { ...span }]),
  );
  const measure = (key: FigureSpan, ms: number | null) => {
    if (ms === null) return;
    const span = spans.get(key) ?? { sumMs: 0, count: 0 };
    spans.set(key, { sumMs: span.sumMs + ms, count: span.count + 1 });
  };
  return {
    add({ waitingMs, responseMs, supportMs }: AttendanceAnswer): void {
      count += 1;
      measure("waiting", waitingMs);
      measure("response", responseMs);
      measure("support", supportMs);
    },
    now: (): Figures => ({ count, spans: Object.fromEntries(spans), names: [] }),
  };
}
