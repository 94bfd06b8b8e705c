import { expect, test } from "bun:test";
import { nextTicket } from "./advance.ts";

const rows = (...ids: number[]) =>
  ids.map((id) => ({ id, status: id > 100 ? ("pending" as const) : ("open" as const) }));

test("the next ticket is the one below, at the end of the list the one above", () => {
  expect(nextTicket(2, [1, 2, 3, 4], rows(1, 3, 4))?.id).toBe(3);
  expect(nextTicket(4, [1, 2, 3, 4], rows(1, 2, 3))?.id).toBe(3);
});

test("the next ticket is never a waiting ticket or a ticket that left the list", () => {
  expect(nextTicket(2, [1, 2, 3, 104, 5], rows(1, 104, 5))?.id).toBe(5);
  expect(nextTicket(2, [2, 103], rows(103))).toBeUndefined();
});

test("a ticket that was opened outside the list is followed by the first of the list", () => {
  expect(nextTicket(9, [1, 2], rows(1, 2))?.id).toBe(1);
  expect(nextTicket(9, [], [])).toBeUndefined();
});
