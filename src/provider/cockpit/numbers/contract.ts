import * as v from "valibot";
import { RestrictionKind } from "#channels/connections/contract.ts";
import { Instant } from "#platform/http/contract.ts";

const SHARES = ["few", "to_25", "to_50", "to_75", "to_100"] as const;

/**
 * The ranges of the anonymous figures. A number in a name is the upper end: hours and percent inclusive, days and
 * contacts exclusive. `few`: shares of fewer than 20 contacts mean nothing.
 */
export const RANGES = {
  /** Length of the restriction as the network stated it at the start. */
  hours: ["to_24", "to_72", "to_168", "longer", "unknown"],
  /** Days since the number was linked. */
  age: ["to_7", "to_30", "to_90", "to_365", "longer", "unknown"],
  /** First contacts of the 7 days before. */
  contacts: ["none", "to_20", "to_50", "to_200", "more"],
  silent: SHARES,
  sameText: SHARES,
  proxy: ["yes", "no"],
} as const;
export type Aspect = keyof typeof RANGES;
export const ASPECTS = Object.keys(RANGES) as readonly Aspect[];
export type Ranges = { readonly [A in Aspect]: (typeof RANGES)[A][number] };

/** Fewer rows than this are not shown, and counts are rounded down to multiples of it. */
export const SMALLEST_CELL = 5;
/** Days for which incidents are kept. */
export const INCIDENT_DAYS = 365;

/** How many numbers of a company have a restriction of this kind in force. */
export const RestrictionCount = v.object({
  kind: RestrictionKind,
  numbers: v.number(),
  /** The last of their ends; null = at least one has no known end. */
  endsAt: v.nullable(Instant),
});
export type RestrictionCount = v.InferOutput<typeof RestrictionCount>;

const cells = <const T extends readonly string[]>(ranges: T) =>
  v.array(v.object({ range: v.picklist(ranges), count: v.number() }));

/** The restrictions of one kind: `count` and the counts of the ranges are rounded down to multiples of 5. */
export const KindFigures = v.object({
  kind: RestrictionKind,
  count: v.number(),
  hours: cells(RANGES.hours),
  age: cells(RANGES.age),
  contacts: cells(RANGES.contacts),
  silent: cells(RANGES.silent),
  sameText: cells(RANGES.sameText),
  proxy: cells(RANGES.proxy),
});
export type KindFigures = v.InferOutput<typeof KindFigures>;

/** `GET /cockpit/numbers`. */
export const NumbersAnswer = v.object({
  companies: v.array(v.object({ id: v.number(), name: v.string(), restrictions: v.array(RestrictionCount) })),
  /** Kinds and ranges with fewer than 5 restrictions are absent. */
  incidents: v.array(KindFigures),
});
export type NumbersAnswer = v.InferOutput<typeof NumbersAnswer>;
