import { expect, test } from "bun:test";
import { isOn } from "./pages.ts";

test("a page is marked for itself and what lies below it, not for a similar name", () => {
  expect(isOn("/tickets", "/tickets")).toBe(true);
  expect(isOn("/tickets", "/tickets/uuid-1")).toBe(true);
  expect(isOn("/tickets", "/tickets-old")).toBe(false);
});
