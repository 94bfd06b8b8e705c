import { expect, test } from "bun:test";
import { formatPhone } from "./phone.ts";

test("phone numbers are formatted for display by country", () => {
  expect(formatPhone("5511977776666")).toBe("+55 11 97777-6666");
  expect(formatPhone("551133334444")).toBe("+55 11 3333-4444");
  expect(formatPhone("14155550123")).toBe("+14155550123");
  expect(formatPhone("")).toBe("");
});
