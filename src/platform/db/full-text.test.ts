import { expect, test } from "bun:test";
import { matchAll } from "./full-text.ts";

test("every typed word is quoted and only the last one may go on", () => {
  expect(matchAll("  ana  mar ")).toBe('"ana" "mar"*');
});

test("all words may go on where names are searched as they are typed", () => {
  expect(matchAll("ana mar", "every")).toBe('"ana"* "mar"*');
});

test("operators of the search language are only text", () => {
  expect(matchAll('NEAR(a "b OR* ^c', "none")).toBe('"NEAR(a" """b" "OR*" "^c"');
});

test("text without a letter or digit searches nothing", () => {
  expect(matchAll(' "*^ -- () ')).toBeNull();
});
