import { isTimeZone } from "#platform/zone-offset.ts";

/**
 * IANA zones by Meta's `timezone_id`, for the ids that are certain. For any other id the company's zone is used,
 * and the page shows that.
 */
const ZONES: Readonly<Record<string, string>> = {
  1: "America/Los_Angeles",
  2: "America/Denver",
  3: "Pacific/Honolulu",
  4: "America/Anchorage",
  5: "America/Phoenix",
  6: "America/Chicago",
  7: "America/New_York",
  8: "Asia/Dubai",
  22: "America/Noronha",
  23: "America/Campo_Grande",
  24: "America/Belem",
  25: "America/Sao_Paulo",
};

/** The zone of a `timezone_id`, which may also be an IANA name already; null = unknown. */
export function zoneOfMeta(timezoneId: string): string | null {
  if (timezoneId.includes("/")) return isTimeZone(timezoneId) ? timezoneId : null;
  return ZONES[timezoneId] ?? null;
}
