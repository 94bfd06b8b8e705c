import { describe, expect, test } from "bun:test";
import type { Recurrence } from "./contract.ts";
import { nextOfSeries, seriesStartAt } from "./recurrence.ts";

const BERLIN = "Europe/Berlin";
const next = (start: string, recurrence: Recurrence, after: string, zone = "UTC") => {
  const at = nextOfSeries({ start, recurrence }, zone, Date.parse(after));
  return at === null ? null : new Date(at).toISOString();
};

describe("the next message of a series", () => {
  test("the next message of a series is a day, a week or a month later; without recurrence there is none", () => {
    expect(next("2026-03-10 09:00:00", "none", "2026-03-10T09:00:00Z")).toBeNull();
    expect(next("2026-03-10 09:00:00", "daily", "2026-03-10T09:00:00Z")).toBe("2026-03-11T09:00:00.000Z");
    expect(next("2026-03-10 09:00:00", "weekly", "2026-03-10T09:00:00Z")).toBe("2026-03-17T09:00:00.000Z");
    expect(next("2026-03-10 09:00:00", "monthly", "2026-03-10T09:00:00Z")).toBe("2026-04-10T09:00:00.000Z");
    expect(next("2026-12-10 09:00:00", "monthly", "2026-12-10T09:00:00Z")).toBe("2027-01-10T09:00:00.000Z");
  });

  test("a series on the 31st uses the last day of a shorter month, and the 31st again afterwards", () => {
    const start = "2026-01-31 09:00:00";
    expect(next(start, "monthly", "2026-01-31T09:00:00Z")).toBe("2026-02-28T09:00:00.000Z");
    expect(next(start, "monthly", "2026-02-28T09:00:00Z")).toBe("2026-03-31T09:00:00.000Z");
    expect(next(start, "monthly", "2026-03-31T09:00:00Z")).toBe("2026-04-30T09:00:00.000Z");
    expect(next(start, "monthly", "2028-02-01T09:00:00Z")).toBe("2028-02-29T09:00:00.000Z");
  });

  test("missed dates of a series are not sent later", () => {
    expect(next("2026-01-01 09:00:00", "daily", "2026-06-15T12:00:00Z")).toBe("2026-06-16T09:00:00.000Z");
    expect(next("2026-01-01 09:00:00", "weekly", "2026-06-15T12:00:00Z")).toBe("2026-06-18T09:00:00.000Z");
  });

  test("a series keeps its local time when the clocks change, even if that time does not exist on one day", () => {
    expect(next("2026-03-28 09:00:00", "daily", "2026-03-28T08:00:00Z", BERLIN)).toBe(
      "2026-03-29T07:00:00.000Z",
    );
    // 02:30 does not exist that night: the first existing minute is used.
    expect(next("2026-03-28 02:30:00", "daily", "2026-03-28T01:30:00Z", BERLIN)).toBe(
      "2026-03-29T01:00:00.000Z",
    );
    expect(next("2026-03-28 02:30:00", "daily", "2026-03-29T01:00:00Z", BERLIN)).toBe(
      "2026-03-30T00:30:00.000Z",
    );
    // 02:30 exists twice that night: the first one is used, once.
    expect(next("2026-10-24 02:30:00", "daily", "2026-10-24T00:30:00Z", BERLIN)).toBe(
      "2026-10-25T00:30:00.000Z",
    );
    expect(next("2026-10-24 02:30:00", "daily", "2026-10-25T00:30:00Z", BERLIN)).toBe(
      "2026-10-26T01:30:00.000Z",
    );
  });

  test("a series starts at the local time of its company", () => {
    expect(seriesStartAt(Date.parse("2026-03-10T01:05:09Z"), "America/Sao_Paulo")).toBe(
      "2026-03-09 22:05:09",
    );
  });
});
