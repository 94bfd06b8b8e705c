import { expect, test } from "bun:test";
import { isMenuOpen, readMenuChoice } from "./menu-width.ts";

test("the menu folds only where the conversation needs its width, unless the user chose a width", () => {
  expect(isMenuOpen(null, "/tickets", false)).toBe(false);
  expect(isMenuOpen(null, "/tickets/uuid", false)).toBe(false);
  expect(isMenuOpen(null, "/tickets", true)).toBe(true);
  expect(isMenuOpen(null, "/contacts", false)).toBe(true);
});

test("the chosen menu width applies on every page", () => {
  expect(isMenuOpen("open", "/tickets", false)).toBe(true);
  expect(isMenuOpen("closed", "/contacts", true)).toBe(false);
  expect([
    readMenuChoice("open"),
    readMenuChoice("closed"),
    readMenuChoice("x"),
    readMenuChoice(null),
  ]).toEqual(["open", "closed", null, null]);
});
