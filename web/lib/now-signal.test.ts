import { afterEach, beforeEach, expect, jest, setSystemTime, test } from "bun:test";
import { effect } from "@preact/signals-react";
import { currentMinute } from "./now-signal.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The times that a component gets which is on the screen for a moment. */
async function seen(): Promise<readonly number[]> {
  const times: number[] = [];
  const stop = effect(() => void times.push(currentMinute.value));
  await Promise.resolve();
  stop();
  return times;
}

test("the minute is right at once for the first component that shows it after a while", async () => {
  await seen();
  const later = Date.now() + 30 * 60_000;
  setSystemTime(later);
  expect((await seen()).at(-1)).toBe(later);
});

test("the minute moves once a minute while a component shows it", async () => {
  const start = Date.now();
  setSystemTime(start);
  const times: number[] = [];
  const stop = effect(() => void times.push(currentMinute.value));
  await Promise.resolve();
  times.length = 0;
  jest.advanceTimersByTime(120_000);
  stop();
  expect(times).toHaveLength(2);
});
