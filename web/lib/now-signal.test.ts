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
function seen(): readonly number[] {
  const times: number[] = [];
  effect(() => void times.push(currentMinute.value))();
  return times;
}

test("the first component that shows the minute after a while gets the right one, and only once", () => {
  seen();
  const later = Date.now() + 30 * 60_000;
  setSystemTime(later);
  expect(seen()).toEqual([later]);
});

test("the minute moves once a minute while a component shows it", () => {
  const times: number[] = [];
  const stop = effect(() => void times.push(currentMinute.value));
  jest.advanceTimersByTime(120_000);
  stop();
  expect(times).toHaveLength(3);
});
