import { expect, test } from "bun:test";
import { secondsLeft } from "./qr-countdown.ts";

test("the first code lives a minute, the others twenty seconds, and none less than nothing", () => {
  expect(secondsLeft(1, 1_000, 1_000)).toBe(60);
  expect(secondsLeft(1, 1_000, 31_500)).toBe(30);
  expect(secondsLeft(2, 1_000, 1_000)).toBe(20);
  expect(secondsLeft(3, 1_000, 90_000)).toBe(0);
});
