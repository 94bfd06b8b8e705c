import { describe, expect, test } from "bun:test";
import { addDays, dayAt, parseInstant, startOfDay, wallClock } from "./zone.ts";

const SAO_PAULO = "America/Sao_Paulo";
const BERLIN = "Europe/Berlin";

describe("a company's wall clock", () => {
  test("shows the day of the company, not of the server", () => {
    const at = Date.UTC(2026, 10, 21, 2, 30);
    expect(dayAt(at, SAO_PAULO)).toBe("2026-11-20");
    expect(dayAt(at, "UTC")).toBe("2026-11-21");
    expect(wallClock(at, SAO_PAULO)).toMatchObject({ hour: 23, minute: 30, weekday: 5 });
  });

  test("begins a day at its first existing minute", () => {
    expect(startOfDay("2026-11-20", SAO_PAULO)).toBe(Date.UTC(2026, 10, 20, 3));
    // Brazil's clocks went from 23:59 to 01:00 that night.
    expect(startOfDay("2018-11-04", SAO_PAULO)).toBe(Date.UTC(2018, 10, 4, 3));
    expect(startOfDay("2026-02-30", SAO_PAULO)).toBeUndefined();
  });

  test("moves a skipped time forward and reads a repeated one as the first", () => {
    expect(parseInstant("2026-03-29 02:30", BERLIN)).toBe(Date.UTC(2026, 2, 29, 1, 0));
    expect(parseInstant("2026-10-25 02:30", BERLIN)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  test("reads ISO dates with an offset as they are, and refuses the rest", () => {
    expect(parseInstant("2026-11-20T12:00:00-03:00", BERLIN)).toBe(Date.UTC(2026, 10, 20, 15));
    expect(parseInstant("2026-11-20T12:00", "UTC")).toBe(Date.UTC(2026, 10, 20, 12));
    for (const text of ["", "2026-11-20", "tomorrow", "2026-13-01 10:00", "2026-11-20 25:00"])
      expect(parseInstant(text, BERLIN)).toBeUndefined();
  });

  test("counts days across clock changes", () => {
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });
});
