import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { ListState } from "#web/lib/lists/paged-list.ts";
import { afterList } from "./after-list.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("what was read before the socket was ready is read again once, after the rows of the list are drawn", () => {
  const state = signal<ListState>("loading");
  let reads = 0;
  afterList(signal({ state }), () => {
    reads += 1;
  });
  jest.advanceTimersByTime(1_900);
  state.value = "ready";
  expect(reads).toBe(0);
  jest.advanceTimersByTime(250);
  expect(reads).toBe(1);
  state.value = "loading";
  state.value = "ready";
  jest.advanceTimersByTime(10_000);
  expect(reads).toBe(1);
});

test("a page without a list, or whose list does not load, reads again after two seconds", () => {
  let reads = 0;
  afterList(signal(null), () => {
    reads += 1;
  });
  jest.advanceTimersByTime(2_000);
  expect(reads).toBe(1);
});
