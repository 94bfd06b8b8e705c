import { expect, test } from "bun:test";
import { hasDigits, hasWords } from "./typed-match.ts";

test.each(["ana lima", "lima ana", "LIMA", "áña", "", "  "])(
  "the search %p finds the name Ana Lima",
  (typed) => {
    expect(hasWords("Ana Lima", typed)).toBe(true);
  },
);

test("a search with a word that the name does not have does not find it", () => {
  expect(hasWords("Ana Lima", "ana souza")).toBe(false);
});

test.each(["(12) 97777-1111", "+55 12 97777-1111", "12.97777.1111", "7777"])(
  "the typed number %p is found",
  (typed) => {
    expect(hasDigits("5512977771111", typed)).toBe(true);
  },
);

test("a text that is not a number does not match any number", () => {
  expect(["", "-", "ana 12", "97777-2222"].map((typed) => hasDigits("5512977771111", typed))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
