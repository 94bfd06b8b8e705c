import { expect, test } from "bun:test";
import { truncate } from "./truncate.ts";

test("a text is truncated at whole characters", () => {
  expect(truncate("curta", 35)).toBe("curta");
  expect(truncate("x".repeat(35), 35)).toBe("x".repeat(35));
  expect(truncate("x".repeat(36), 35)).toBe(`${"x".repeat(35)}…`);
  expect(truncate("Olá,\n\n  tudo bem?", 35)).toBe("Olá, tudo bem?");
  expect(truncate("🎉".repeat(3), 2)).toBe("🎉🎉…");
});
