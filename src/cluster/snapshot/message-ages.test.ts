import { expect, test } from "bun:test";
import { createMessageAges } from "./message-ages.ts";

const HOUR = 3_600_000;

test("the known age of a message counts from when this process first saw it, so it never exceeds the true age", () => {
  let now = 0;
  const ages = createMessageAges(() => now);
  expect(ages.atLeastMs(1)).toBe(0);
  ages.saw(10);
  now = HOUR;
  ages.saw(20);
  now = 2 * HOUR;
  expect([10, 11, 20, 21].map((sequence) => ages.atLeastMs(sequence) / HOUR)).toEqual([2, 1, 1, 0]);
});

test("messages older than a day are reported as about one day old", () => {
  let now = 0;
  const ages = createMessageAges(() => now);
  for (let hour = 0; hour <= 60; hour += 1) {
    now = hour * HOUR;
    ages.saw(hour);
  }
  expect(ages.atLeastMs(1) / HOUR).toBeGreaterThanOrEqual(23);
  expect(ages.atLeastMs(50) / HOUR).toBe(10);
});
