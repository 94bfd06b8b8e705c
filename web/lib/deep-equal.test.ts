import { expect, test } from "bun:test";
import fc from "fast-check";
import { isDeepEqual } from "./deep-equal.ts";

test("JSON values are equal with their fields in any order", () => {
  expect(isDeepEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isDeepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isDeepEqual({ a: undefined }, { b: undefined })).toBe(false);
  expect(isDeepEqual([], {})).toBe(false);
  expect(isDeepEqual([1, 2], [2, 1])).toBe(false);
  expect(isDeepEqual(null, {})).toBe(false);
});

test("a JSON value equals its copy and differs from a value with another field", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(isDeepEqual(JSON.parse(text), JSON.parse(text))).toBe(true);
      expect(isDeepEqual([JSON.parse(text)], [JSON.parse(text), null])).toBe(false);
      expect(isDeepEqual({ a: JSON.parse(text) }, { a: JSON.parse(text), b: null })).toBe(false);
    }),
  );
});
