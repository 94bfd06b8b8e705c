import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { countsOf, createCounts, tabCounts } from "./counts-model.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const counts = {
  open: 4,
  pending: 12,
  closed: 90,
  snoozed: 4,
  unread: 7,
  byQueue: { "1": { open: 3, pending: 2 } },
};

test("a burst of changes sends one request", async () => {
  let asked = 0;
  const model = createCounts(
    async () => {
      asked += 1;
      return counts;
    },
    () => Date.now(),
  );
  for (let change = 0; change < 20; change++) {
    model.touch();
    jest.advanceTimersByTime(10);
  }
  expect(asked).toBe(0);
  jest.advanceTimersByTime(1000);
  await Promise.resolve();
  expect(asked).toBe(1);
  expect(model.counts.value?.pending).toBe(12);
});

test("continuous changes do not delay the numbers forever", () => {
  let asked = 0;
  const model = createCounts(
    async () => {
      asked += 1;
      return counts;
    },
    () => Date.now(),
  );
  for (let change = 0; change < 100; change++) {
    model.touch();
    jest.advanceTimersByTime(100);
  }
  expect(asked).toBe(2);
});

test("counts that are loaded or being loaded are not loaded again by the page", async () => {
  let asked = 0;
  let answers = false;
  const model = createCounts(
    async () => {
      asked += 1;
      if (!answers) throw new Error("no network");
      return counts;
    },
    () => Date.now(),
  );
  model.need();
  model.need();
  expect(asked).toBe(1);
  await Promise.resolve();
  answers = true;
  model.need();
  await Promise.resolve();
  model.need();
  expect(asked).toBe(2);
});

test("a scheduled refresh does not run after the session ended", async () => {
  let asked = 0;
  const model = createCounts(
    async () => {
      asked += 1;
      return counts;
    },
    () => Date.now(),
  );
  await model.refresh();
  model.touch();
  model.forget();
  jest.advanceTimersByTime(10_000);
  expect([asked, model.counts.value]).toEqual([1, null]);
});

test("chosen queues limit the numbers", () => {
  expect(countsOf(counts, [])).toEqual({ open: 4, pending: 12 });
  expect(countsOf(counts, [1, 9])).toEqual({ open: 3, pending: 2 });
  expect(countsOf(null, [])).toEqual({ open: 0, pending: 0 });
});

test("the tab of the visible list has the number of that list, the others the server's", () => {
  const at = (view: "attending" | "waiting" | "closed", shown: number | null) =>
    tabCounts(counts, { view, queues: [] }, shown);
  expect(at("attending", 9)).toEqual({ open: 9, pending: 12, snoozed: 4 });
  expect(at("waiting", 11)).toEqual({ open: 4, pending: 11, snoozed: 4 });
  expect(at("closed", 500)).toEqual({ open: 4, pending: 12, snoozed: 4 });
  expect(at("attending", null)).toEqual({ open: 4, pending: 12, snoozed: 4 });
});
