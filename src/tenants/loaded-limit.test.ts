import { expect, test } from "bun:test";
import { fixedLimit, limitByMemory, loadedCompaniesWithin } from "./loaded-limit.ts";

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** A limit for a machine of `memory` bytes; each call of `review` takes place a second after the last one. */
function simulated(memory: number) {
  let [used, seconds] = [0, 0];
  const limit = limitByMemory(memory, { inUse: () => used, now: () => seconds * 1000 });
  return {
    limit,
    review(megabytes: number, times = 1) {
      used = megabytes * MB;
      const lower: boolean[] = [];
      for (let n = 0; n < times; n += 1) {
        seconds += 1;
        lower.push(limit.review());
      }
      return lower;
    },
  };
}

test("the number of loaded companies begins by the memory limit, within bounds", () => {
  expect([0.25, 0.5, 1, 2, 4, 64].map((gb) => loadedCompaniesWithin(gb * GB))).toEqual([
    40, 57, 171, 398, 853, 1000,
  ]);
});

test("fewer companies stay loaded while the memory of 1 GB is full, at least half of those at the beginning", () => {
  const { limit, review } = simulated(GB);
  expect(review(330)).toEqual([true]);
  expect(limit.most).toBe(160);
  review(330, 20);
  expect(limit.most).toBe(86);
  expect(review(330)).toEqual([false]);
});

test("more companies stay loaded while there is memory, at most twice as many as at the beginning", () => {
  const { limit, review } = simulated(GB);
  expect(review(200)).toEqual([false]);
  expect(limit.most).toBe(177);
  review(200, 50);
  expect(limit.most).toBe(342);
});

test("the number of loaded companies does not change near the limit", () => {
  const { limit, review } = simulated(GB);
  review(300, 10);
  expect(limit.most).toBe(171);
});

test("the memory is measured again only after 250 ms, so that freed memory has returned to the system", () => {
  let now = 0;
  const limit = limitByMemory(GB, { inUse: () => 330 * MB, now: () => now });
  expect([limit.review(), limit.review()]).toEqual([true, false]);
  now = 249;
  expect(limit.review()).toBe(false);
  now = 250;
  expect(limit.review()).toBe(true);
});

test("a number that the operator sets does not follow the memory", () => {
  const limit = fixedLimit(7);
  expect([limit.review(), limit.most]).toEqual([false, 7]);
});

test("the memory of this process is known", () => {
  const limit = limitByMemory(16 * MB);
  limit.review();
  // This process takes more than a third of 16 MB, so that the limit stays at its lowest.
  expect(limit.most).toBe(40);
});
