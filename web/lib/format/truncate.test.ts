import { expect, test } from "bun:test";
import { cut } from "./truncate.ts";

test("a list shows the first letters of a text, on one line, and never half a letter", () => {
  expect(cut("curta", 35)).toBe("curta");
  expect(cut("x".repeat(35), 35)).toBe("x".repeat(35));
  expect(cut("x".repeat(36), 35)).toBe(`${"x".repeat(35)}…`);
  expect(cut("Olá,\n\n  tudo bem?", 35)).toBe("Olá, tudo bem?");
  expect(cut("🎉".repeat(3), 2)).toBe("🎉🎉…");
});
