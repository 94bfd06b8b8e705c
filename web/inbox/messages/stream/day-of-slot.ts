import { companyZone, dayKey } from "#web/lib/format/dates.ts";

/** Days change on the quarter hour at the earliest in every zone: one look-up serves a quarter. */
const SLOT_MS = 15 * 60_000;
const MAX_SLOTS = 20_000;
const days = new Map<string, string>();

/** The calendar day of an instant in the company's zone, for many instants. */
export function dayOfSlot(instant: string): string {
  const slot = Math.floor(Date.parse(instant) / SLOT_MS);
  const key = `${companyZone.value}|${slot}`;
  const known = days.get(key);
  if (known) return known;
  if (days.size >= MAX_SLOTS) days.clear();
  const day = dayKey(slot * SLOT_MS);
  days.set(key, day);
  return day;
}
