import { expect, test } from "bun:test";
import { returnPath } from "./return-path.ts";

test("after login the page that asked for it comes back", () => {
  expect(returnPath({ from: "/tickets/uuid-1?view=closed" })).toBe("/tickets/uuid-1?view=closed");
});

test("no address of another host is ever gone to", () => {
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
