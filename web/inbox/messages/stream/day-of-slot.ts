import { companyZone, dayKey } from "#web/lib/format/dates.ts";

/** Offsets of all time zones are multiples of 15 minutes, so one look-up is valid for a quarter of an hour. */
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
