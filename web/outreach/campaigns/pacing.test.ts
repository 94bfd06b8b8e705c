import { expect, test } from "bun:test";
import { durationOf, readSettings, waitAfter } from "./pacing.ts";

const usual = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };

test("with the intervals 20/20/60 a campaign waits 20 s, and 60 s after the 20th, the 40th … recipient", () => {
  expect([1, 19, 20, 21, 40].map((k) => waitAfter(k, usual))).toEqual([20, 20, 60, 20, 60]);
});

test("an interval of a campaign is at least a second, and a longer wait below the interval is ignored", () => {
  expect(waitAfter(1, { ...usual, messageInterval: 0 })).toBe(1);
  expect(waitAfter(20, { ...usual, greaterInterval: 5 })).toBe(20);
  expect(waitAfter(20, { ...usual, greaterInterval: 0 })).toBe(20);
  expect(waitAfter(20, { ...usual, longerIntervalAfter: 0 })).toBe(20);
});

test("the estimated duration of a campaign is the sum of its intervals, for any settings", () => {
  for (const pace of [
    usual,
    { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 60 },
    { messageInterval: 5, longerIntervalAfter: 1, greaterInterval: 10 },
    { messageInterval: 15, longerIntervalAfter: 30, greaterInterval: 0 },
  ])
    for (const recipients of [0, 1, 2, 20, 21, 100]) {
      const waits = Array.from({ length: Math.max(0, recipients - 1) }, (_, k) => waitAfter(k + 1, pace));
      expect(durationOf(recipients, pace)).toBe(waits.reduce((sum, wait) => sum + wait, 0));
    }
  expect(durationOf(100, usual)).toBe(99 * 20 + 4 * 40);
});

test("the pace of campaigns is parsed from JSON text, with defaults for missing values", () => {
  expect(
    readSettings([
      { key: "messageInterval", value: "5" },
      { key: "variables", value: '[{"key":"loja","value":"Aurora"}]' },
    ]),
  ).toEqual({ ...usual, messageInterval: 5, variables: [{ key: "loja", value: "Aurora" }] });
});
