import { describe, expect, test } from "bun:test";
import { parseInstant, wallClock } from "#platform/dates.ts";
import type { Weekday } from "./contract.ts";
import { addOpenTime, firstOpen } from "./open-time.ts";
import type { Hours } from "./policy.ts";

const HOUR = 3_600_000;
const hours = (timeZone: string, ...spans: [Weekday, string, string][]): Hours => ({
  timeZone,
  holidays: [],
  spans: spans.map(([weekdayEn, startTime, endTime]) => ({ weekday: "", weekdayEn, startTime, endTime })),
});
const at = (text: string, zone = "America/Sao_Paulo") => parseInstant(text, zone) ?? 0;
const shown = (ms: number | null, zone = "America/Sao_Paulo") =>
  ms === null ? null : wallClock(ms, zone).format("YYYY-MM-DD HH:mm");

// 2026-06-01 is a Monday.
const OFFICE = hours(
  "America/Sao_Paulo",
  ["monday", "09:00", "12:00"],
  ["monday", "13:00", "18:00"],
  ["tuesday", "09:00", "18:00"],
);
const NIGHTS = hours("America/Sao_Paulo", ["monday", "22:00", "02:00"], ["tuesday", "20:00", "24:00"]);

describe("opening time", () => {
  test("the first open instant is now while it is open, else the next start", () => {
    expect(shown(firstOpen(OFFICE, at("2026-06-01 10:30")))).toBe("2026-06-01 10:30");
    expect(shown(firstOpen(OFFICE, at("2026-06-01 12:00")))).toBe("2026-06-01 13:00");
    expect(shown(firstOpen(OFFICE, at("2026-06-02 18:00")))).toBe("2026-06-08 09:00");
    expect(shown(firstOpen(NIGHTS, at("2026-06-02 01:59")))).toBe("2026-06-02 01:59");
    expect(shown(firstOpen(NIGHTS, at("2026-06-02 02:00")))).toBe("2026-06-02 20:00");
  });

  test("time is added across breaks, nights and weekends", () => {
    expect(shown(addOpenTime(OFFICE, at("2026-06-01 11:00"), 2 * HOUR))).toBe("2026-06-01 14:00");
    expect(shown(addOpenTime(OFFICE, at("2026-06-01 17:30"), HOUR))).toBe("2026-06-02 09:30");
    expect(shown(addOpenTime(OFFICE, at("2026-06-02 17:00"), 2 * HOUR))).toBe("2026-06-08 10:00");
    expect(shown(addOpenTime(NIGHTS, at("2026-06-01 23:00"), 5 * HOUR))).toBe("2026-06-02 22:00");
  });

  test("overlapping spans count once", () => {
    const twice = hours("America/Sao_Paulo", ["monday", "09:00", "12:00"], ["monday", "10:00", "14:00"]);
    expect(shown(addOpenTime(twice, at("2026-06-01 09:00"), 4 * HOUR))).toBe("2026-06-01 13:00");
  });

  test("on the day of a clock change elapsed hours are counted, not the hours on the clock", () => {
    const zone = "Europe/Lisbon";
    // On 2026-03-29 the clock goes from 01:00 to 02:00.
    const all = hours(zone, ["sunday", "00:00", "24:00"]);
    expect(shown(addOpenTime(all, at("2026-03-29 00:00", zone), 3 * HOUR), zone)).toBe("2026-03-29 04:00");
  });

  test("hours without an open span never open; no hours are always open", () => {
    expect(
      firstOpen(hours("America/Sao_Paulo", ["monday", "00:00", "00:00"]), at("2026-06-01 09:00")),
    ).toBeNull();
    expect(addOpenTime(hours("America/Sao_Paulo", ["monday", "00:00", "00:00"]), 0, 1)).toBeNull();
    expect([firstOpen(null, 5), addOpenTime(null, 5, 7)]).toEqual([5, 12]);
  });
});
