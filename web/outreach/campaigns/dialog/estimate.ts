import { durationOf, type Pace, waitAfter } from "#web/outreach/campaigns/pacing.ts";

/** Daily hours in which campaigns may send. */
export interface Hours {
  readonly from: string;
  readonly to: string;
}
export interface EstimateOptions {
  readonly recipients: number;
  readonly pace: Pace;
  /** Recipients per day; 0 = no limit. */
  readonly cap: number;
  /** Recipients of today that count against the cap. */
  readonly sentToday: number;
  readonly hours: Hours;
}
/** Duration of a campaign: seconds while it fits into a day, else days. */
export type Estimate =
  | { readonly kind: "length"; readonly seconds: number }
  | { readonly kind: "days"; readonly days: number; readonly perDay: number };

const DAY_S = 24 * 3600;

/** Sending seconds per day; the hours may cross midnight. */
export function openSeconds({ from, to }: Hours): number {
  const [start, end] = [secondsOf(from), secondsOf(to)];
  return end > start ? end - start : DAY_S - start + end;
}

function secondsOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 3600 + minutes * 60;
}

/** Estimates the duration from pace, daily cap and hours, without confirmations and files. */
export function estimate({ recipients, pace, cap, sentToday, hours }: EstimateOptions): Estimate {
  const seconds = durationOf(recipients, pace);
  const open = openSeconds(hours);
  const left = cap === 0 ? Number.POSITIVE_INFINITY : Math.max(0, cap - sentToday);
  if (seconds <= open && recipients <= left) return { kind: "length", seconds };
  const mean = Math.max(
    seconds / Math.max(1, recipients - 1),
    waitAfter(1, { ...pace, longerIntervalAfter: 0 }),
  );
  const perDay = Math.max(1, Math.min(cap === 0 ? Number.POSITIVE_INFINITY : cap, Math.floor(open / mean)));
  const today = Math.min(left, perDay);
  return { kind: "days", days: 1 + Math.ceil(Math.max(0, recipients - today) / perDay), perDay };
}
