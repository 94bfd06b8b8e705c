import { expect, test } from "bun:test";
import { timeLeft } from "./window-chip.tsx";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
test.each([
  ["2026-11-21T12:00:00.000Z", "24 h 00 min"],
  ["2026-11-20T15:05:30.000Z", "3 h 05 min"],
  ["2026-11-20T12:00:30.000Z", "0 min"],
  ["2026-11-20T12:00:00.000Z", null],
])("the answer window until %s shows %p as the remaining time", (until, expected) => {
  expect(timeLeft(until, NOW)).toBe(expected);
});
