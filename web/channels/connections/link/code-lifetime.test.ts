import { expect, test } from "bun:test";
import { PAIRING_CODE_MS, qrLifetimeMs, remainingSeconds } from "./code-lifetime.ts";

test("the first code is valid for a minute, the others twenty seconds, a pairing code two minutes, and never less than zero", () => {
  expect(remainingSeconds(qrLifetimeMs(1), 1_000, 1_000)).toBe(60);
  expect(remainingSeconds(qrLifetimeMs(1), 1_000, 31_500)).toBe(30);
  expect(remainingSeconds(qrLifetimeMs(2), 1_000, 1_000)).toBe(20);
  expect(remainingSeconds(qrLifetimeMs(3), 1_000, 90_000)).toBe(0);
  expect(remainingSeconds(PAIRING_CODE_MS, 1_000, 1_000)).toBe(120);
});
