import { expect, test } from "bun:test";
import { cut } from "./quick-reply-columns.tsx";

test("a list shows 35 characters of a message, on one line", () => {
  expect(cut("curta")).toBe("curta");
  expect(cut("x".repeat(35))).toBe("x".repeat(35));
  expect(cut("x".repeat(36))).toBe(`${"x".repeat(35)}…`);
  expect(cut("Olá,\n\n  tudo bem?")).toBe("Olá, tudo bem?");
});
