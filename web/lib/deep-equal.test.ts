import { expect, test } from "bun:test";
import fc from "fast-check";
import { isSame } from "./deep-equal.ts";

test("answers are the same when they read the same, whatever the order of their fields", () => {
  expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame(null, {})).toBe(false);
});

test("whatever JSON holds is the same as its copy, and not as more than it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(isSame(JSON.parse(text), JSON.parse(text))).toBe(true);
      expect(isSame([JSON.parse(text)], [JSON.parse(text), null])).toBe(false);
      expect(isSame({ a: JSON.parse(text) }, { a: JSON.parse(text), b: null })).toBe(false);
    }),
  );
});
