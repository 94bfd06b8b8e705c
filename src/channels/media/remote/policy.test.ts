import { describe, expect, test } from "bun:test";
import { planEviction, planSweep } from "./policy.ts";

const DAY = 24 * 60 * 60_000;
const at = { nowMs: 100 * DAY, keepMs: 14 * DAY };
const plan = (listed: string[], referenced: string[], marks: Record<string, number>, time = at) => {
  const { marks: next, remove } = planSweep(
    { listed: new Set(listed), referenced: new Set(referenced), marks: new Map(Object.entries(marks)) },
    time,
  );
  return { marks: Object.fromEntries(next), remove };
};

describe("the sweep of media objects", () => {
  test("keeps an object with a row, and forgets its mark", () => {
    expect(plan(["a"], ["a"], { a: 1 })).toEqual({ marks: {}, remove: [] });
  });
  test("marks an object without a row when it sees it first, and keeps it", () => {
    expect(plan(["a"], [], {})).toEqual({ marks: { a: at.nowMs }, remove: [] });
  });
  test("deletes it when it has had no row for the whole time, not a moment before", () => {
    const since = at.nowMs - at.keepMs;
    expect(plan(["a"], [], { a: since + 1 }).remove).toEqual([]);
    expect(plan(["a"], [], { a: since }).remove).toEqual(["a"]);
  });
  test("the time begins again after a mark of the future, as after a clock that went wrong", () => {
    expect(plan(["a"], [], { a: at.nowMs + DAY })).toEqual({ marks: { a: at.nowMs }, remove: [] });
  });
  test("forgets the mark of an object that is gone", () => {
    expect(plan([], [], { a: 1 })).toEqual({ marks: {}, remove: [] });
  });
});

describe("the eviction of local media", () => {
  const files = [
    { path: "new", size: 10, usedMs: 30 },
    { path: "old", size: 10, usedMs: 10 },
    { path: "mid", size: 10, usedMs: 20 },
  ];
  const evicted = (limitBytes: number, inUseMs = 1000) =>
    planEviction(files, { limitBytes, inUseMs }).map(({ path }) => path);
  test("removes the oldest files, and only as many as are too much", () => {
    expect([evicted(30), evicted(29), evicted(20), evicted(5)]).toEqual([
      [],
      ["old"],
      ["old"],
      ["old", "mid", "new"],
    ]);
  });
  test("keeps files in use, also when the limit is exceeded", () => {
    expect(evicted(0, 15)).toEqual(["old"]);
  });
});
