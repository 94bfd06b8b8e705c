import { describe, expect, test } from "bun:test";
import {
  addDays,
  addMonths,
  dayAt,
  daysBetween,
  monthsBetween,
  parseInstant,
  startOfDay,
  wallClock,
  weekdayOf,
} from "./dates.ts";

const SAO_PAULO = "America/Sao_Paulo";
const BERLIN = "Europe/Berlin";

describe("a company's wall clock", () => {
  test("a company's wall clock shows the day of the company's zone, not of the server's", () => {
    const at = Date.UTC(2026, 10, 21, 2, 30);
    expect(dayAt(at, SAO_PAULO)).toBe("2026-11-20");
    expect(dayAt(at, "UTC")).toBe("2026-11-21");
    const wall = wallClock(at, SAO_PAULO);
    expect([wall.hour(), wall.minute(), wall.day()]).toEqual([23, 30, 5]);
  });

  test("a company's wall clock begins a day in its first existing minute", () => {
    expect(startOfDay("2026-11-20", SAO_PAULO)).toBe(Date.UTC(2026, 10, 20, 3));
    // In that night Brazil's clocks skipped from 23:59 to 01:00.
    expect(startOfDay("2018-11-04", SAO_PAULO)).toBe(Date.UTC(2018, 10, 4, 3));
    expect(startOfDay("2026-02-30", SAO_PAULO)).toBeUndefined();
  });

  test("a company's wall clock moves a skipped time forward and reads a repeated time as the first of the two", () => {
    expect(parseInstant("2026-03-29 02:30", BERLIN)).toBe(Date.UTC(2026, 2, 29, 1, 0));
    expect(parseInstant("2026-10-25 02:30", BERLIN)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  test("a company's wall clock reads ISO dates with an offset unchanged, and rejects other texts", () => {
    expect(parseInstant("2026-11-20T12:00:00-03:00", BERLIN)).toBe(Date.UTC(2026, 10, 20, 15));
    expect(parseInstant("2026-11-20T12:00", "UTC")).toBe(Date.UTC(2026, 10, 20, 12));
    for (const text of ["", "2026-11-20", "tomorrow", "2026-13-01 10:00", "2026-11-20 25:00"])
      expect(parseInstant(text, BERLIN)).toBeUndefined();
  });
});

describe("a calendar day", () => {
  test("a calendar day is moved by whole days across clock changes, at most to the end of the year 9999", () => {
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(addDays("9999-12-30", 400)).toBe("9999-12-31");
    expect(() => addDays("2026-02-30", 1)).toThrow(RangeError);
  });

  test("a calendar day moved by months is the same day of that month, or the last day of a shorter month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2028-01-31", 1)).toBe("2028-02-29");
    expect(addMonths("2026-02-28", 1, 31)).toBe("2026-03-31");
    expect(addMonths("2026-03-15", -3)).toBe("2025-12-15");
  });

  test("a calendar day has a weekday and a distance to another day", () => {
    expect(daysBetween("2026-03-28", "2026-04-01")).toBe(4);
    expect(daysBetween("2026-03-28", "2026-03-27")).toBe(-1);
    expect(monthsBetween("2025-12-31", "2026-02-01")).toBe(2);
    expect(weekdayOf("2026-11-22")).toBe(0);
  });
});
