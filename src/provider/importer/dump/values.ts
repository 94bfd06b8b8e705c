import { parseInstant } from "#platform/dates.ts";

/** A value as written in a dump; null = NULL. */
export type Value = string | null;
/** One row of a table of the dump, by column. */
export type Row = Readonly<Record<string, Value>>;

const TRUE = new Set(["t", "true", "1", "enabled", "on", "yes", "y"]);

/** A flag in any spelling of PostgreSQL, MySQL and settings; a missing value is false. */
export const flagOf = (value: Value | undefined): boolean => TRUE.has((value ?? "").trim().toLowerCase());

/** A whole number, or the fallback for any other value. */
export function numberOf(value: Value | undefined, fallback: number): number {
  const number = value === null || value === undefined || value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : fallback;
}

/** A text without characters that a database cannot store; a missing value is "". */
export const textOf = (value: Value | undefined): string => (value ?? "").replaceAll("\0", "").toWellFormed();

const OFFSET = /([+-])(\d{2})(?::?(\d{2}))?$/;
const MINUTE_MS = 60_000;

/** Minutes east of Greenwich of an offset (`+HH:MM`, `-03`); undefined for a zone name. */
function offsetOf(zone: string): number | undefined {
  if (/^(Z|UTC)$/i.test(zone)) return 0;
  const found = /^[+-]/.test(zone) ? OFFSET.exec(zone) : null;
  if (!found) return undefined;
  return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0));
}

/**
 * A time in ms: `2024-05-02 10:11:12.345-03` of PostgreSQL, ISO of JSON, or `2024-05-02 10:11:12` of MySQL, which
 * is local time of `zone` (a name or an offset such as `-03:00`). Undefined for any other text.
 */
export function instantOf(value: Value | undefined, zone: string): number | undefined {
  const text = (value ?? "").trim();
  const found =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i.exec(text);
  if (!found) return undefined;
  const [, day = "", minute = "00:00", second = ":00", fraction = "", written] = found;
  const offset = offsetOf(written ?? zone);
  const ms = fraction === "" ? 0 : Math.trunc(Number(`0${fraction}`) * 1000);
  if (offset === undefined) {
    const wall = parseInstant(`${day} ${minute}${second}`, zone);
    return wall === undefined ? undefined : wall + ms;
  }
  const at = Date.parse(`${day}T${minute}${second}Z`);
  return Number.isNaN(at) ? undefined : at - offset * MINUTE_MS + ms;
}

/** The list in a JSON column; empty for any other value. */
export function listOf(value: Value | undefined): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(value ?? "[]");
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
