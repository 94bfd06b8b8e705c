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
  test("the sweep keeps an object with a row and removes its mark", () => {
    expect(plan(["a"], ["a"], { a: 1 })).toEqual({ marks: {}, remove: [] });
  });
  test("the sweep marks and keeps an object that it finds without a row for the first time", () => {
    expect(plan(["a"], [], {})).toEqual({ marks: { a: at.nowMs }, remove: [] });
  });
  test("the sweep deletes an object that has had no row for `keepMs`, not a moment earlier", () => {
    const since = at.nowMs - at.keepMs;
    expect(plan(["a"], [], { a: since + 1 }).remove).toEqual([]);
    expect(plan(["a"], [], { a: since }).remove).toEqual(["a"]);
  });
  test("a mark with a time in the future, from a wrong clock, gets the current time", () => {
    expect(plan(["a"], [], { a: at.nowMs + DAY })).toEqual({ marks: { a: at.nowMs }, remove: [] });
  });
  test("the sweep removes the mark of an object that no longer exists", () => {
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
  test("the eviction removes the oldest files, and only as many as exceed the limit", () => {
    expect([evicted(30), evicted(29), evicted(20), evicted(5)]).toEqual([
      [],
      ["old"],
      ["old"],
      ["old", "mid", "new"],
    ]);
  });
  test("the eviction keeps files in use, even above the limit", () => {
    expect(evicted(0, 15)).toEqual(["old"]);
  });
});
