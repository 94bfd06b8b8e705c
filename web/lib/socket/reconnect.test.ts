import { expect, test } from "bun:test";
import { backOff } from "./reconnect.ts";

test("the back-off doubles up to 15 s, each wait ± 30 %", () => {
  const middle = () => 0.5;
  expect([0, 1, 2, 10].map((attempt) => backOff(attempt, middle))).toEqual([800, 1600, 3200, 15_000]);
  expect([backOff(0, () => 0), backOff(0, () => 1)]).toEqual([560, 1040]);
});
