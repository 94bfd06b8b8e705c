import { expect, test } from "bun:test";
import { pageTitle } from "./notifications.ts";

test("the tab says how much is unread", () => {
  expect([pageTitle(0), pageTitle(3), pageTitle(140)]).toEqual(["Balcão", "(3) Balcão", "(99+) Balcão"]);
});
