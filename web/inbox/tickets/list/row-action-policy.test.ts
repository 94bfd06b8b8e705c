import { expect, test } from "bun:test";
import { rowActions } from "./row-action-policy.ts";

test("a row offers finish on every ticket that is not closed, beside accept on waiting ones", () => {
  expect(rowActions("pending", ["transfer", "resolve", "accept"], false)).toEqual(["finish", "accept"]);
  expect(rowActions("open", ["return", "transfer", "resolve"], false)).toEqual(["finish"]);
  expect(rowActions("closed", ["reopen"], false)).toEqual(["reopen"]);
});

test("a row offers no action that the user may not take", () => {
  for (const status of ["pending", "open", "closed"] as const)
    expect(rowActions(status, [], false)).toEqual([]);
  expect(rowActions("pending", ["transfer", "resolve"], false)).toEqual(["finish"]);
});

test("a row on a phone has no finish button where a close cannot be undone", () => {
  expect(rowActions("open", ["return", "transfer", "resolve"], true)).toEqual([]);
  expect(rowActions("pending", ["transfer", "resolve", "accept"], true)).toEqual(["accept"]);
});
