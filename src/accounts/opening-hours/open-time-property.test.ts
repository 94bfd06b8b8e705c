import { describe, expect, test } from "bun:test";
import { parseInstant } from "#platform/dates.ts";
import { randomFrom } from "#platform/db/ship/testing/random.ts";
import { type Holiday, WEEKDAYS } from "./contract.ts";
import { addOpenTime, openTimeBetween } from "./open-time.ts";
import { type Hours, isOpen } from "./policy.ts";

/** Runs: 300 in the ordinary run, 20,000 in the long one (`SLA_RUNS=20000`). */
const RUNS = Number(process.env["SLA_RUNS"] ?? 300);
const MINUTE = 60_000;
const ZONES = ["America/Sao_Paulo", "Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "UTC"];
/** Around the clock changes of the zones above. */
const STARTS = ["2026-03-06", "2026-03-27", "2026-10-02", "2026-10-23", "2026-12-23", "2028-02-27"];

interface Example {
  readonly hours: Hours;
  readonly from: number;
  readonly ms: number;
}

function exampleOf(seed: number): Example {
  const below = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const time = (last: number) => {
    const minutes = below(last + 1) * 10;
    return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  };
  const span = () => [time(143), time(144)] as [string, string];
  const timeZone = pick(ZONES);
  const day = pick(STARTS);
  const spans = Array.from({ length: below(12) }, () => {
    const [startTime, endTime] = span();
    return { weekday: "", weekdayEn: pick(WEEKDAYS), startTime, endTime };
  });
  const dates = [day, "12-25", "03-29", "2026-10-25", "02-29"];
  const holidays = Array.from({ length: below(4) }, (): Holiday => {
    return { date: pick(dates), spans: Array.from({ length: below(3) }, span) };
  });
  const from = (parseInstant(`${day} 00:00`, timeZone) ?? 0) + below(5 * 24 * 60 * MINUTE);
  return { hours: { spans, holidays, timeZone }, from, ms: below(40 * 60 * MINUTE) };
}

describe("opening time", () => {
  test("between(a, add(a, x)) is x for any hours, over holidays, split days and clock changes", () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { hours, from, ms } = exampleOf(seed);
      const end = addOpenTime(hours, from, ms);
      if (end !== null) expect({ seed, open: openTimeBetween(hours, from, end) }).toEqual({ seed, open: ms });
    }
  });

  test("the opening time between two instants is the number of open minutes between them", () => {
    for (let seed = 1; seed <= Math.min(40, RUNS); seed += 1) {
      const { hours, from: exact } = exampleOf(seed);
      const from = Math.floor(exact / MINUTE) * MINUTE;
      const to = from + 2 * 24 * 60 * MINUTE;
      let minutes = 0;
      for (let at = from; at < to; at += MINUTE)
        if (isOpen(hours.spans, hours.holidays, hours.timeZone, at)) minutes += 1;
      expect({ seed, minutes: openTimeBetween(hours, from, to) / MINUTE }).toEqual({ seed, minutes });
    }
  });

  test("the opening time of a period is the sum of the opening times of its two parts", () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { hours, from, ms } = exampleOf(seed);
      const middle = from + ms / 3;
      const whole = openTimeBetween(hours, from, from + ms);
      expect(openTimeBetween(hours, from, middle) + openTimeBetween(hours, middle, from + ms)).toBe(whole);
    }
  });
});
