import { expect, test } from "bun:test";
import { pageTitle } from "./notifications.ts";

test("the title of the tab contains the unread count", () => {
  expect([0, 3, 140].map((unread) => pageTitle(unread, "Balcão"))).toEqual([
    "Balcão",
    "(3) Balcão",
    "(99+) Balcão",
  ]);
});
