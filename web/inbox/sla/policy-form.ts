import * as v from "valibot";
import type { Conditions } from "#inbox/conditions/contract.ts";
import {
  CreateSlaPolicyBody,
  type SlaHours,
  type SlaPolicyAnswer,
  type SlaStart,
} from "#inbox/sla/contract.ts";

export const TARGETS = ["first", "next", "resolution"] as const;
export type Target = (typeof TARGETS)[number];
/** Minutes of a unit. */
const UNITS = { minutes: 1, hours: 60, days: 24 * 60 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as readonly Unit[];

/** The fields of the form; an empty time is not promised. */
export interface PolicyFormValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly active: boolean;
  /** null = every ticket. */
  readonly conditions: Conditions | null;
  readonly hours: SlaHours;
  readonly startsAt: SlaStart;
  readonly first: string;
  readonly firstUnit: Unit;
  readonly next: string;
  readonly nextUnit: Unit;
  readonly resolution: string;
  readonly resolutionUnit: Unit;
  readonly pauseAsleep: boolean;
  readonly pauseWaitingCustomer: boolean;
  readonly warnPercent: string;
}

const { name } = CreateSlaPolicyBody.entries;
const digits = v.pipe(v.string(), v.regex(/^\d{0,6}$/));
export const PolicyFormSchema = v.looseObject({
  name,
  first: digits,
  next: digits,
  resolution: digits,
  warnPercent: v.pipe(v.string(), v.regex(/^[1-9]\d?$/)),
});

/** Whole days and hours in their unit, else minutes. */
function shown(minutes: number | null): { readonly amount: string; readonly unit: Unit } {
  if (minutes === null) return { amount: "", unit: "minutes" };
  const unit = minutes % UNITS.days === 0 ? "days" : minutes % UNITS.hours === 0 ? "hours" : "minutes";
  return { amount: String(minutes / UNITS[unit]), unit };
}

/** Minutes of a typed time; null = not promised. */
export const minutesOf = (amount: string, unit: Unit): number | null =>
  Number(amount) > 0 ? Number(amount) * UNITS[unit] : null;

export function formOf(policy: SlaPolicyAnswer | null): PolicyFormValues {
  const first = shown(policy ? policy.firstMinutes : 30);
  const next = shown(policy?.nextMinutes ?? null);
  const resolution = shown(policy?.resolutionMinutes ?? null);
  const isEvery = policy === null || ("all" in policy.conditions && policy.conditions.all.length === 0);
  return {
    name: policy?.name ?? "",
    active: policy?.active ?? true,
    conditions: isEvery ? null : policy.conditions,
    hours: policy?.hours ?? "company",
    startsAt: policy?.startsAt ?? "queue",
    first: first.amount,
    firstUnit: first.unit,
    next: next.amount,
    nextUnit: next.unit,
    resolution: resolution.amount,
    resolutionUnit: resolution.unit,
    pauseAsleep: policy?.pauseAsleep ?? true,
    pauseWaitingCustomer: policy?.pauseWaitingCustomer ?? true,
    warnPercent: String(policy?.warnPercent ?? 80),
  };
}

export const bodyOf = (values: PolicyFormValues): v.InferInput<typeof CreateSlaPolicyBody> => ({
  name: values.name,
  active: values.active,
  conditions: values.conditions,
  hours: values.hours,
  startsAt: values.startsAt,
  firstMinutes: minutesOf(values.first, values.firstUnit),
  nextMinutes: minutesOf(values.next, values.nextUnit),
  resolutionMinutes: minutesOf(values.resolution, values.resolutionUnit),
  pauseAsleep: values.pauseAsleep,
  pauseWaitingCustomer: values.pauseWaitingCustomer,
  warnPercent: Number(values.warnPercent),
});
