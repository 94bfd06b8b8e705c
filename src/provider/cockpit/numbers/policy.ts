import { RestrictionKind } from "#channels/connections/contract.ts";
import type { IncidentFacts } from "#inbox/reach/index.ts";
import { type KindFigures, RANGES, type Ranges, SMALLEST_CELL } from "./contract.ts";

const HOUR_MS = 3_600_000;
/** Shares are meaningful from this number of contacts on. */
const ENOUGH = 20;

/** The ranges of a number at the start of its restriction; `lengthMs` null = its end is not known. */
export function rangesOf(facts: IncidentFacts, lengthMs: number | null): Ranges {
  const { ageDays, contacts, silent, sameText, hasProxy } = facts;
  return {
    hours: hoursRange(lengthMs === null ? null : lengthMs / HOUR_MS),
    age: ageRange(ageDays),
    contacts: contactsRange(contacts),
    silent: shareRange(silent, contacts),
    sameText: shareRange(sameText, contacts),
    proxy: hasProxy ? "yes" : "no",
  };
}

function hoursRange(hours: number | null): Ranges["hours"] {
  if (hours === null) return "unknown";
  if (hours <= 24) return "to_24";
  if (hours <= 72) return "to_72";
  return hours <= 168 ? "to_168" : "longer";
}

function ageRange(days: number | null): Ranges["age"] {
  if (days === null) return "unknown";
  if (days < 7) return "to_7";
  if (days < 30) return "to_30";
  if (days < 90) return "to_90";
  return days < 365 ? "to_365" : "longer";
}

function contactsRange(contacts: number): Ranges["contacts"] {
  if (contacts === 0) return "none";
  if (contacts < 20) return "to_20";
  if (contacts < 50) return "to_50";
  return contacts < 200 ? "to_200" : "more";
}

function shareRange(part: number, of: number): Ranges["silent"] {
  if (of < ENOUGH) return "few";
  const percent = (100 * part) / of;
  if (percent <= 25) return "to_25";
  if (percent <= 50) return "to_50";
  return percent <= 75 ? "to_75" : "to_100";
}

/** Incidents of one day with equal values are one row with their number. */
export type CountedRow = Ranges & { readonly kind: RestrictionKind; readonly n: number };

/**
 * The figures that may be shown (docs/rules/reach.md#incidents). Counts are rounded down to multiples of 5, because one
 * more restriction beside one more restricted company would show whose it is.
 */
export function shownFigures(rows: readonly CountedRow[]): readonly KindFigures[] {
  return RestrictionKind.options.flatMap((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const count = shown(ofKind);
    if (count === 0) return [];
    const cells = <const R extends string>(ranges: readonly R[], rangeOf: (row: CountedRow) => string) =>
      ranges.flatMap((range) => {
        const inRange = shown(ofKind.filter((row) => rangeOf(row) === range));
        return inRange === 0 ? [] : [{ range, count: inRange }];
      });
    return [
      {
        kind,
        count,
        hours: cells(RANGES.hours, ({ hours }) => hours),
        age: cells(RANGES.age, ({ age }) => age),
        contacts: cells(RANGES.contacts, ({ contacts }) => contacts),
        silent: cells(RANGES.silent, ({ silent }) => silent),
        sameText: cells(RANGES.sameText, ({ sameText }) => sameText),
        proxy: cells(RANGES.proxy, ({ proxy }) => proxy),
      },
    ];
  });
}

/** Number of incidents, rounded down: 0 below the smallest cell. */
function shown(rows: readonly CountedRow[]): number {
  const n = rows.reduce((sum, row) => sum + row.n, 0);
  return n - (n % SMALLEST_CELL);
}
