import { expect, test } from "bun:test";
import { createLru } from "./lru.ts";

test("a cache keeps the half of its limit that was used last, and never more entries than its limit", () => {
  const cache = createLru<number>(4);
  const kept = () => ["a", "b", "c", "d", "e", "f"].filter((key) => cache.get(key) !== undefined);
  cache.set("a", 1);
  for (const [at, key] of ["b", "c", "d", "e", "f"].entries()) {
    cache.set(key, at);
    // "a" is read after each new entry, so it is never dropped.
    expect(cache.get("a")).toBe(1);
  }
  expect(kept().length).toBeLessThanOrEqual(4);
  expect(kept()).toContain("a");
  expect(kept()).toContain("f");
  expect(kept()).not.toContain("b");
});

test("a changed entry has its last value, and a deleted one is gone, in either half of the cache", () => {
  const cache = createLru<number>(4);
  cache.set("old", 1);
  cache.set("deleted", 1);
  cache.set("c", 1);
  cache.set("d", 1);
  cache.set("old", 2);
  cache.delete("deleted");
  cache.delete("d");
  expect([cache.get("old"), cache.get("deleted"), cache.get("d")]).toEqual([2, undefined, undefined]);
  cache.clear();
  expect([cache.get("old"), cache.get("c")]).toEqual([undefined, undefined]);
});
