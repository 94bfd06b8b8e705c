import { expect, test } from "bun:test";
import { estimate, openSeconds } from "./estimate.ts";

const pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const usual = { recipients: 100, pace, cap: 500, sentToday: 0, hours: { from: "00:00", to: "24:00" } };

test("a campaign that fits into the day is estimated as a duration", () => {
  expect(estimate(usual)).toEqual({ kind: "length", seconds: 99 * 20 + 4 * 40 });
});

test("a campaign above the daily limit takes days, and messages already sent today count", () => {
  expect(estimate({ ...usual, recipients: 1200 })).toEqual({ kind: "days", days: 3, perDay: 500 });
  expect(estimate({ ...usual, recipients: 1200, sentToday: 450 })).toEqual({
    kind: "days",
    days: 4,
    perDay: 500,
  });
  expect(estimate({ ...usual, sentToday: 500 })).toEqual({ kind: "days", days: 2, perDay: 500 });
  expect(estimate({ ...usual, recipients: 1200, cap: 0 }).kind).toBe("length");
});

test("short sending hours spread a campaign over days", () => {
  const hours = { from: "09:00", to: "10:00" };
  expect(estimate({ ...usual, recipients: 400, hours })).toMatchObject({ kind: "days", days: 3 });
  expect(openSeconds({ from: "20:00", to: "02:00" })).toBe(6 * 3600);
});
