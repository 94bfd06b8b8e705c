import { expect, test } from "bun:test";
import { estimate, openSeconds } from "./summary.tsx";

const pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const usual = { recipients: 100, pace, cap: 500, sentToday: 0, hours: { from: "00:00", to: "24:00" } };

test("the duration of a campaign that fits into a day is estimated in seconds", () => {
  expect(estimate(usual)).toEqual({ kind: "length", seconds: 99 * 20 + 4 * 40 });
});

test("a campaign above the daily cap takes days, and recipients of today count", () => {
  expect(estimate({ ...usual, recipients: 1200 })).toEqual({ kind: "days", days: 3, perDay: 500 });
  expect(estimate({ ...usual, recipients: 1200, sentToday: 450 })).toEqual({
    kind: "days",
    days: 4,
    perDay: 500,
  });
  expect(estimate({ ...usual, sentToday: 500 })).toEqual({ kind: "days", days: 2, perDay: 500 });
  expect(estimate({ ...usual, recipients: 1200, cap: 0 }).kind).toBe("length");
});

test("a short sending window spreads a campaign over several days", () => {
  const hours = { from: "09:00", to: "10:00" };
  expect(estimate({ ...usual, recipients: 400, hours })).toMatchObject({ kind: "days", days: 3 });
  expect(openSeconds({ from: "20:00", to: "02:00" })).toBe(6 * 3600);
});
