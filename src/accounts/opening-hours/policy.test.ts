import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseInstant } from "#platform/dates.ts";
import { DEFAULT_HOURS, type Holiday, type OpeningSpan, WEEKDAYS, type Weekday } from "./contract.ts";
import { isOpen } from "./policy.ts";

const SAO_PAULO = "America/Sao_Paulo";
const span = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningSpan => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});
/** Whether the hours are open at this local time; 2026-11-23 is a Monday. */
const openAt = (
  local: string,
  spans: readonly OpeningSpan[] = DEFAULT_HOURS,
  holidays: readonly Holiday[] = [],
  zone = SAO_PAULO,
) => isOpen(spans, holidays, zone, parseInstant(local, zone) ?? Number.NaN);

describe("default opening hours", () => {
  test.each([
    ["2026-11-23 07:59:59", false],
    ["2026-11-23 08:00", true],
    ["2026-11-23 17:59:59", true],
    ["2026-11-23 18:00", false],
    ["2026-11-28 11:59", true],
    ["2026-11-28 12:00", false],
    ["2026-11-29 00:00", false],
    ["2026-11-29 10:00", false],
  ])("with the default opening hours, at %s a company is open: %p", (local, expected) => {
    expect(openAt(local)).toBe(expected);
  });
});

describe("opening hours of a day", () => {
  test("a day may have a break", () => {
    const spans = [span("monday", "08:00", "12:00"), span("monday", "13:30", "18:00")];
    expect(openAt("2026-11-23 11:59", spans)).toBe(true);
    expect(openAt("2026-11-23 12:00", spans)).toBe(false);
    expect(openAt("2026-11-23 13:30", spans)).toBe(true);
  });

  test("a day without an entry is closed, while no entries at all mean always open", () => {
    expect(openAt("2026-11-24 10:00", [span("monday", "08:00", "18:00")])).toBe(false);
    expect(openAt("2026-11-24 03:00", [])).toBe(true);
  });

  test("a day from 00:00 to 24:00 is open all day, from 00:00 to 00:00 closed", () => {
    const spans = [span("monday", "00:00", "24:00"), span("tuesday", "00:00", "00:00")];
    expect(openAt("2026-11-23 00:00", spans)).toBe(true);
    expect(openAt("2026-11-23 23:59:59", spans)).toBe(true);
    expect(openAt("2026-11-24 00:00", spans)).toBe(false);
    expect(openAt("2026-11-22 23:59", spans)).toBe(false);
  });

  test("a day with equal times other than 00:00 is never open", () => {
    expect(openAt("2026-11-23 09:00", [span("monday", "09:00", "09:00")])).toBe(false);
  });
});

describe("span over midnight", () => {
  const night = [span("saturday", "20:00", "02:30")];
  test.each([
    ["2026-11-28 19:59", false],
    ["2026-11-28 20:00", true],
    ["2026-11-29 00:00", true],
    ["2026-11-29 02:29", true],
    ["2026-11-29 02:30", false],
    ["2026-11-28 01:00", false],
    ["2026-11-29 20:00", false],
  ])(
    "a span over midnight belongs to the day on which it starts: at %s a company is open: %p",
    (local, expected) => {
      expect(openAt(local, night)).toBe(expected);
    },
  );

  test("a span over midnight may end with the day", () => {
    expect(openAt("2026-11-28 23:59", [span("saturday", "20:00", "00:00")])).toBe(true);
    expect(openAt("2026-11-29 00:00", [span("saturday", "20:00", "00:00")])).toBe(false);
  });
});

describe("holiday", () => {
  test("a holiday closes the day, once or every year", () => {
    const once = [{ date: "2026-11-23", spans: [] }];
    expect(openAt("2026-11-23 10:00", DEFAULT_HOURS, once)).toBe(false);
    expect(openAt("2026-11-24 10:00", DEFAULT_HOURS, once)).toBe(true);
    const yearly = [{ date: "12-25", spans: [] }];
    expect(openAt("2026-12-25 10:00", DEFAULT_HOURS, yearly)).toBe(false);
    expect(openAt("2028-12-25 10:00", DEFAULT_HOURS, yearly)).toBe(false);
  });

  test("a holiday can open a day that is otherwise closed", () => {
    const fair = [{ date: "2026-11-29", spans: [["09:00", "12:00"]] as const }];
    expect(openAt("2026-11-29 09:00", DEFAULT_HOURS, fair)).toBe(true);
    expect(openAt("2026-11-29 12:00", DEFAULT_HOURS, fair)).toBe(false);
  });

  test("a holiday applies also to companies that are always open", () => {
    expect(openAt("2026-12-25 10:00", [], [{ date: "12-25", spans: [] }])).toBe(false);
    expect(openAt("2026-12-26 10:00", [], [{ date: "12-25", spans: [] }])).toBe(true);
  });

  test("a holiday of one year wins over a yearly one", () => {
    const both = [
      { date: "12-24", spans: [] },
      { date: "2026-12-24", spans: [["08:00", "12:00"]] as const },
    ];
    expect(openAt("2026-12-24 09:00", DEFAULT_HOURS, both)).toBe(true);
    expect(openAt("2027-12-24 09:00", DEFAULT_HOURS, both)).toBe(false);
  });

  test("a span that began the evening before continues into a holiday, and a span of a holiday may cross midnight", () => {
    const spans = [span("saturday", "20:00", "02:00"), span("sunday", "10:00", "12:00")];
    const sunday = [{ date: "2026-11-29", spans: [["22:00", "01:00"]] as const }];
    expect(openAt("2026-11-29 01:59", spans, sunday)).toBe(true);
    expect(openAt("2026-11-29 11:00", spans, sunday)).toBe(false);
    expect(openAt("2026-11-30 00:59", spans, sunday)).toBe(true);
    const saturday = [{ date: "2026-11-28", spans: [] }];
    expect(openAt("2026-11-29 01:00", spans, saturday)).toBe(false);
  });
});

describe("clock of the company", () => {
  test("opening hours follow the time zone of the company, independent of the server's", () => {
    const at = Date.UTC(2026, 10, 23, 11, 0);
    expect(isOpen(DEFAULT_HOURS, [], SAO_PAULO, at)).toBe(true);
    expect(isOpen(DEFAULT_HOURS, [], "America/Manaus", at)).toBe(false);
    expect(isOpen(DEFAULT_HOURS, [], "Asia/Tokyo", at)).toBe(false);
  });

  test("opening hours follow daylight saving: a skipped hour does not exist, a repeated one counts twice", () => {
    const night = [span("sunday", "02:00", "03:00")];
    const [york, minute] = ["America/New_York", 60_000];
    // 2026-03-08 02:00 → 03:00; 2026-11-01 02:00 → 01:00 (06:00 UTC).
    const spring = Date.UTC(2026, 2, 8, 7);
    expect([spring - minute, spring].map((at) => isOpen(night, [], york, at))).toEqual([false, false]);
    const repeated = [span("sunday", "01:00", "02:00")];
    const autumn = Date.UTC(2026, 10, 1, 5);
    const hours = [-1, 0, 59, 60, 119, 120].map((n) => isOpen(repeated, [], york, autumn + n * minute));
    expect(hours).toEqual([false, true, true, true, true, false]);
  });
});

describe("generated opening hours", () => {
  const two = (value: number) => String(value).padStart(2, "0");
  const time = fc.integer({ min: 0, max: 1439 }).map((n) => `${two(Math.floor(n / 60))}:${two(n % 60)}`);
  const week = fc.array(
    fc
      .record({ weekdayEn: fc.constantFrom(...WEEKDAYS), startTime: time, endTime: time })
      .map((fields) => ({ weekday: "", ...fields })),
    { minLength: 1, maxLength: 12 },
  );
  /** Reference implementation: each minute of a week, set span by span. */
  const painted = (spans: readonly OpeningSpan[]) => {
    const minutes = new Set<number>();
    const at = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    for (const { weekdayEn, startTime, endTime } of spans) {
      const begin = WEEKDAYS.indexOf(weekdayEn) * 1440;
      const [from, to] = [at(startTime), at(endTime)];
      for (let n = from; n < (to < from ? to + 1440 : to); n += 1) minutes.add((begin + n) % 10_080);
    }
    return minutes;
  };

  test("generated opening hours agree with a week computed minute by minute", () => {
    const sunday = Date.UTC(2026, 10, 22, 3);
    fc.assert(
      fc.property(week, fc.array(fc.integer({ min: 0, max: 10_079 }), { minLength: 20 }), (spans, looks) => {
        const open = painted(spans);
        for (const n of looks) expect(isOpen(spans, [], SAO_PAULO, sunday + n * 60_000)).toBe(open.has(n));
      }),
      { numRuns: 60 },
    );
  });

  test("the order of the spans of opening hours does not matter", () => {
    const at = Date.UTC(2026, 10, 25, 15);
    fc.assert(
      fc.property(week, (spans) => {
        expect(isOpen(spans.toReversed(), [], SAO_PAULO, at)).toBe(isOpen(spans, [], SAO_PAULO, at));
      }),
    );
  });
});
