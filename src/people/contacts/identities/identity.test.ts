import { expect, test } from "bun:test";
import fc from "fast-check";
import { matchKey } from "./identity.ts";

test("a Brazilian mobile number matches with and without its ninth digit", () => {
  expect(matchKey("5511987654321")).toBe("551187654321");
  expect(matchKey("551187654321")).toBe("551187654321");
});

test("the match key of a Brazilian landline is the number itself", () => {
  expect(matchKey("551132654321")).toBe("551132654321");
  expect(matchKey("5511932654321")).toBe("5511932654321");
});

test("the match key of a number of another country or of an unusual length is the number itself", () => {
  for (const number of ["4915112345678", "351912345678", "55119876543210", "55987654321", "12025550123"])
    expect(matchKey(number)).toBe(number);
});

test("the match key of a match key is the same key, for any number", () => {
  const digits = fc.stringMatching(/^(55)?\d{8,18}$/);
  fc.assert(fc.property(digits, (number) => matchKey(matchKey(number)) === matchKey(number)));
});
