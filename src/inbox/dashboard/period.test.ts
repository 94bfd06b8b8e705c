import { describe, expect, test } from "bun:test";
import { AppError } from "#platform/errors.ts";
import { daysOf, periodBefore, periodOf, spanOf } from "./period.ts";

const ZONE = "America/Sao_Paulo";
const of = (asked: Parameters<typeof periodOf>[0]) => periodOf(asked, "2026-11-20", ZONE);
const refusal = (asked: Parameters<typeof periodOf>[0]) => {
  try {
    return of(asked);
  } catch (error) {
    return error instanceof AppError ? [error.code, error.details?.["fields"]] : error;
  }
};

describe("the period of the dashboard", () => {
  test("a period of n days includes today as its last day", () => {
    expect(of({ days: "1" })).toEqual({ from: "2026-11-20", to: "2026-11-20" });
    expect(of({ days: "3" })).toEqual({ from: "2026-11-18", to: "2026-11-20" });
    expect(daysOf(of({ days: "30" }))).toHaveLength(30);
  });

  test("a period without a number of days has the given dates", () => {
    const dates = { date_from: "2026-10-01", date_to: "2026-10-31" };
    expect(of({ ...dates, days: "0" })).toEqual({ from: "2026-10-01", to: "2026-10-31" });
    expect(of({ ...dates, days: "7" }).to).toBe("2026-11-20");
  });

  test("a period without an end lasts until today; a period without a start has 366 days", () => {
    expect(of({ date_from: "2026-11-01" })).toEqual({ from: "2026-11-01", to: "2026-11-20" });
    expect(daysOf(of({ date_to: "2026-11-10" }))).toHaveLength(366);
    expect(of({ date_from: "2026-12-01" })).toEqual({ from: "2026-12-01", to: "2026-12-01" });
  });

  test("a date with a time of day counts as its day in the company's time zone", () => {
    expect(of({ date_from: "2026-11-10T01:00:00Z", date_to: "2026-11-10 23:59" })).toEqual({
      from: "2026-11-09",
      to: "2026-11-10",
    });
  });

  test("invalid dates and numbers are ignored; a request without a valid one is rejected", () => {
    expect(of({ date_from: "2026-02-30", date_to: "2026-11-20", days: "x" }).to).toBe("2026-11-20");
    for (const asked of [
      {},
      { days: "" },
      { days: "0" },
      { days: "-3" },
      { days: "1.5" },
      { date_from: "Invalid Date" },
      { date_to: "2026-13-01" },
      { date_from: "0000-00-00" },
    ])
      expect(refusal(asked)).toEqual(["ERR_NO_FILTER", undefined]);
  });

  test("a period of more than 366 days, or with its end before its start, is rejected", () => {
    expect(daysOf(of({ days: "366" }))).toHaveLength(366);
    expect(refusal({ days: "367" })).toEqual(["ERR_VALIDATION", { days: "invalid" }]);
    expect(daysOf(of({ date_from: "2025-11-20", date_to: "2026-11-20" }))).toHaveLength(366);
    expect(refusal({ date_from: "2025-11-19", date_to: "2026-11-20" })).toEqual([
      "ERR_VALIDATION",
      { date_from: "invalid" },
    ]);
    expect(refusal({ date_from: "2026-11-20", date_to: "2026-11-19" })).toEqual([
      "ERR_VALIDATION",
      { date_to: "invalid" },
    ]);
  });

  test("the previous period has the same length and ends the day before", () => {
    expect(periodBefore({ from: "2026-11-18", to: "2026-11-20" })).toEqual({
      from: "2026-11-15",
      to: "2026-11-17",
    });
  });

  test("a period consists of whole days in the company's time zone, also when clocks change", () => {
    expect(spanOf({ from: "2026-11-20", to: "2026-11-20" }, ZONE)).toEqual({
      fromMs: Date.UTC(2026, 10, 20, 3),
      toMs: Date.UTC(2026, 10, 21, 3),
    });
    const { fromMs, toMs } = spanOf({ from: "2026-03-08", to: "2026-03-08" }, "America/New_York");
    expect(toMs - fromMs).toBe(23 * 3_600_000);
  });
});
