import { expect, test } from "bun:test";
import { rowWindow } from "./use-row-window.ts";

test("a short list is drawn whole", () => {
  expect(rowWindow(100, 50, 0, 900)).toEqual({ from: 0, to: 100, before: 0, after: 0 });
});

test("of a long list only the rows near the screen are drawn, and the others keep their room", () => {
  const { from, to, before, after } = rowWindow(100_000, 50, 2_500_000, 900);
  expect(to - from).toBeLessThan(110);
  expect([from <= 50_000, to >= 50_018]).toEqual([true, true]);
  expect(before + (to - from) * 50 + after).toBe(100_000 * 50);
});

test("the window ends with the rows", () => {
  expect(rowWindow(1000, 50, 49_500, 900)).toMatchObject({ to: 1000, after: 0 });
  expect(rowWindow(1000, 50, -300, 900)).toMatchObject({ from: 0, before: 0 });
});
