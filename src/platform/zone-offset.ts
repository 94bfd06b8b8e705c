/**
 * Length of a slot, ms. The offset is computed at both ends of a slot; when both are equal, no clock change is in
 * between.
 */
const SLOT_MS = 6 * 60 * 60_000;
/** Maximum number of cached offsets; a list of messages needs the same few hundred repeatedly. */
const MAX_OFFSETS = 20_000;
/** Maximum number of cached formats. Zone names ignore case, so there are more spellings than zones. */
const MAX_FORMATS = 200;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** True for a zone that the runtime knows, such as America/Sao_Paulo. */
export function isTimeZone(zone: string): boolean {
  if (zone === "") return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Offset of an IANA zone from UTC at an instant, both in ms; 0 for an invalid instant. Throws RangeError for a zone
 * that the runtime does not know. Cached, because computing one takes 9 µs and a page formats a thousand times.
 */
export function zoneOffset(zone: string, atMs: number): number {
  if (!Number.isFinite(atMs)) return 0;
  const slot = Math.floor(atMs / SLOT_MS);
  const offset = offsetAtSlot(zone, slot);
  return offset === offsetAtSlot(zone, slot + 1) ? offset : lookUp(zone, Math.floor(atMs / 1000) * 1000);
}

function offsetAtSlot(zone: string, slot: number): number {
  const key = `${zone}|${slot}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  const offset = lookUp(zone, slot * SLOT_MS);
  offsets.set(key, offset);
  return offset;
}

function lookUp(zone: string, atMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - atMs;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timeZone, format);
  return format;
}
