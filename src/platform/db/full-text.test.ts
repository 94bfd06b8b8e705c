import { expect, test } from "bun:test";
import { matchAll } from "./full-text.ts";

test("every typed word is quoted, and only the last one matches as a prefix", () => {
  expect(matchAll("  ana  mar ")).toBe('"ana" "mar"*');
});

test("all words match as prefixes in the search by name", () => {
  expect(matchAll("ana mar", "every")).toBe('"ana"* "mar"*');
});

test("operators of the search language are treated as text", () => {
  expect(matchAll('NEAR(a "b OR* ^c', "none")).toBe('"NEAR(a" """b" "OR*" "^c"');
});

test("text without a letter or digit searches nothing", () => {
  expect(matchAll(' "*^ -- () ')).toBeNull();
});
