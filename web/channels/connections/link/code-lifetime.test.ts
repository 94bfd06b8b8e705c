import { expect, test } from "bun:test";
import { PAIRING_CODE_MS, qrLifetimeMs, remainingSeconds } from "./code-lifetime.ts";

test("the first QR code is valid for a minute, later ones for 20 seconds, a pairing code for two minutes, and the remaining time is never negative", () => {
  expect(remainingSeconds(qrLifetimeMs(1), 1_000, 1_000)).toBe(60);
  expect(remainingSeconds(qrLifetimeMs(1), 1_000, 31_500)).toBe(30);
  expect(remainingSeconds(qrLifetimeMs(2), 1_000, 1_000)).toBe(20);
  expect(remainingSeconds(qrLifetimeMs(3), 1_000, 90_000)).toBe(0);
  expect(remainingSeconds(PAIRING_CODE_MS, 1_000, 1_000)).toBe(120);
});
