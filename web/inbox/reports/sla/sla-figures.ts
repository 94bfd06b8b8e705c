import type { SlaSums, SlaSumsQuery } from "#inbox/sla/contract.ts";

/** Outcomes of one target in one group. */
export type Figure = SlaSums["figures"][number];
export type Group = SlaSumsQuery["by"];
export const GROUPS: readonly Group[] = ["policy", "queue", "user", "day"];

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
