import { expect, test } from "bun:test";
import { returnPath } from "./return-path.ts";

test("a login returns to the page that required it", () => {
  expect(returnPath({ from: "/tickets/uuid-1?view=closed" })).toBe("/tickets/uuid-1?view=closed");
});

test("login never redirects to another host", () => {
  for (const from of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    7,
  ]) {
    expect(returnPath({ from })).toBe("/");
  }
  expect(returnPath(null)).toBe("/");
});
