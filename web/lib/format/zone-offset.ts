const MINUTE_MS = 60_000;
/** Clocks change on a quarter hour at the earliest, in every zone: one look-up serves a quarter. */
const SLOT_MS = 15 * MINUTE_MS;
/** Look-ups kept; a list of messages asks for the same few thousand again and again. */
const KEPT = 20_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/**
 * Minutes a zone's clock is ahead of UTC at a moment (ms since 1970). The browser's own knowledge of zones,
 * asked once per quarter hour: formatting a time must cost nothing where a thousand are on screen.
 */
export function zoneOffset(zone: string, at: number): number {
  const slot = Math.floor(at / SLOT_MS);
  const key = `${zone}|${slot}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= KEPT) offsets.clear();
  const offset = ask(zone, slot * SLOT_MS);
  offsets.set(key, offset);
  return offset;
}

function ask(zone: string, at: number): number {
  if (!Number.isFinite(at)) return 0;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const clock = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return Math.round((clock - at) / MINUTE_MS);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  } as const;
  const format = formatIn(timeZone, { hourCycle: "h23", ...numeric });
  formats.set(timeZone, format);
  return format;
}

/** The server may know zones that are younger than the browser: there, times are shown in the browser's own zone. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  } catch {
    return new Intl.DateTimeFormat("en-US", options);
  }
}
