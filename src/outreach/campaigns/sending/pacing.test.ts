import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Pace, waitAfter, waitsOf } from "./pacing.ts";

const usual: Pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const intervals = fc.record({
  messageInterval: fc.constantFrom(0, 5, 10, 15, 20),
  longerIntervalAfter: fc.constantFrom(0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120),
  greaterInterval: fc.constantFrom(0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120),
});
const k = fc.integer({ min: 1, max: 100_000 });

test("the remaining time is the sum of the waits of each recipient", () => {
  fc.assert(
    fc.property(intervals, k, fc.integer({ min: 0, max: 300 }), (pace, from, many) => {
      const each = Array.from({ length: many }, (_, n) => waitAfter(from + n, pace, 0.5));
      expect(waitsOf(from, from + many - 1, pace)).toBe(each.reduce((sum, wait) => sum + wait, 0));
    }),
  );
});

describe("the wait after a recipient", () => {
  test("the wait is 20 s, and 60 s after every 20th recipient", () => {
    const waits = Array.from({ length: 60 }, (_, n) => waitAfter(n + 1, usual, 0.5) / 1000);
    expect(waits.flatMap((wait, n) => (wait === 60 ? [n + 1] : []))).toEqual([20, 40, 60]);
    expect(waits.filter((wait) => wait === 20)).toHaveLength(57);
  });

  test("the wait is at least one second and within 20 % of the setting", () => {
    fc.assert(
      fc.property(intervals, k, fc.double({ min: 0, max: 1, noNaN: true }), (pace, n, random) => {
        const middle = waitAfter(n, pace, 0.5);
        const wait = waitAfter(n, pace, random);
        expect(wait).toBeGreaterThanOrEqual(1000);
        expect(wait).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
      }),
    );
  });

  test("the wait grows with the random part, which reaches both bounds", () => {
    fc.assert(
      fc.property(intervals, k, (pace, n) => {
        const [low, middle, high] = [0, 0.5, 1].map((random) => waitAfter(n, pace, random));
        expect(low ?? 0).toBeLessThanOrEqual(middle ?? 0);
        expect(middle ?? 0).toBeLessThanOrEqual(high ?? 0);
      }),
    );
    expect([waitAfter(1, usual, 0), waitAfter(1, usual, 1)]).toEqual([16_000, 24_000]);
  });

  test("the wait after every N-th recipient is the longer one, when it is set, and never shorter than the usual one", () => {
    fc.assert(
      fc.property(intervals, k, (pace, n) => {
        const { messageInterval: m, longerIntervalAfter: every, greaterInterval: g } = pace;
        const longer = every > 0 && g > 0 && n % every === 0;
        expect(waitAfter(n, pace, 0.5)).toBe(Math.max(1000, (longer ? Math.max(m, g) : m) * 1000));
      }),
    );
  });
});
