import { expect, test } from "bun:test";
import { createSelection } from "./selection.ts";

test("rows are ticked, unticked, ticked together, and forgotten when they are gone", () => {
  const selection = createSelection();
  const ids = () => [...selection.ids.value];
  selection.toggle(1);
  selection.add([1, 2, 3]);
  selection.toggle(2);
  expect(ids()).toEqual([1, 3]);
  selection.drop(3);
  selection.drop(7);
  expect(ids()).toEqual([1]);
  selection.clear();
  expect(ids()).toEqual([]);
});
