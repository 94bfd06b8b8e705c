import { expect, test } from "bun:test";
import { createSelection } from "./selection.ts";

test("rows of a selection can be added together, removed one by one and cleared", () => {
  const selection = createSelection();
  const ids = () => [...selection.ids.value];
  selection.set({ 1: true });
  selection.add([1, 2, 3]);
  selection.drop(2);
  expect(ids()).toEqual([1, 3]);
  selection.drop(3);
  selection.drop(7);
  expect(ids()).toEqual([1]);
  selection.clear();
  expect(ids()).toEqual([]);
});
