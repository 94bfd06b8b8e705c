import { expect, test } from "bun:test";
import { formatMicros, parseMicros, typedMicros } from "./money.ts";

test("an amount below one unit keeps four decimals, a larger one two", () => {
  expect(formatMicros(6800, "USD", "en")).toBe("$0.0068");
  expect(formatMicros(12_345_678, "USD", "en")).toBe("$12.35");
  expect(formatMicros(0, "USD", "en")).toBe("$0.00");
});

test("a typed amount is read exactly, with a comma or a point", () => {
  expect(parseMicros("0,0625")).toBe(62_500);
  expect(parseMicros("100")).toBe(100_000_000);
  expect(parseMicros("1.000001")).toBe(1_000_001);
  expect(parseMicros("muito")).toBeNull();
});

test("a stored amount is shown as a person would type it", () => {
  expect(typedMicros(12_500_000, "pt")).toBe("12,5");
  expect(parseMicros(typedMicros(1_234_000_001, "pt"))).toBe(1_234_000_001);
});
