import type { SlaReport } from "#inbox/sla/contract.ts";

type Row = SlaReport["rows"][number];
export const GROUPS = ["policy", "queue", "user", "day"] as const;
export type Group = (typeof GROUPS)[number];

/** Outcomes of one target in one group. */
export interface Figure {
  /** Of the group: id of policy, queue or attendant (0 = none), or the day. */
  readonly key: string;
  /** "" = without. */
  readonly name: string;
  readonly target: Row["target"];
  readonly met: number;
  readonly missed: number;
  /** Sum of the open times of the met promises, ms. */
  readonly sumMs: number;
}

/** Adds the rows of a report up by group and target, in the order of the report. Pure. */
export function figuresOf(rows: readonly Row[], group: Group): Figure[] {
  const found = new Map<string, Figure>();
  for (const row of rows) {
    const of = group === "day" ? { id: row.day, name: row.day } : row[group];
    const key = String(of?.id ?? 0);
    const id = `${key} ${row.target}`;
    const known = found.get(id) ?? {
      key,
      name: of?.name ?? "",
      target: row.target,
      met: 0,
      missed: 0,
      sumMs: 0,
    };
    found.set(id, {
      ...known,
      met: known.met + row.met,
      missed: known.missed + row.missed,
      sumMs: known.sumMs + row.sumMs,
    });
  }
  return [...found.values()];
}

/** Parameters of the clocks behind a figure. */
export function clocksQuery(
  { key, target }: Figure,
  group: Group,
  outcome: "met" | "missed",
  period: { readonly from: string; readonly to: string },
): Record<string, string> {
  const days =
    group === "day" ? { date_from: key, date_to: key } : { date_from: period.from, date_to: period.to };
  return { ...days, target, outcome, ...(group !== "day" && { [`${group}Id`]: key }) };
}
