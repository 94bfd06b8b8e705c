import { expect, test } from "bun:test";
import { codeLife, secondsLeft, TYPED_CODE_MS } from "./qr-countdown.ts";

test("the first code lives a minute, the others twenty seconds, a typed one two minutes, and none less than nothing", () => {
  expect(secondsLeft(codeLife(1), 1_000, 1_000)).toBe(60);
  expect(secondsLeft(codeLife(1), 1_000, 31_500)).toBe(30);
  expect(secondsLeft(codeLife(2), 1_000, 1_000)).toBe(20);
  expect(secondsLeft(codeLife(3), 1_000, 90_000)).toBe(0);
  expect(secondsLeft(TYPED_CODE_MS, 1_000, 1_000)).toBe(120);
});
