import { expect, test } from "bun:test";
import { edgeSpeed } from "./touch-drag.ts";

test("the board does not scroll for a finger in its middle, and scrolls faster nearer the edge", () => {
  const board = { left: 0, right: 390 };
  expect(edgeSpeed(195, board)).toBeCloseTo(0);
  expect(edgeSpeed(389, board)).toBe(14);
  expect(edgeSpeed(360, board)).toBeGreaterThan(0);
  expect(edgeSpeed(360, board)).toBeLessThan(14);
  expect(edgeSpeed(2, board)).toBe(-14);
  expect(edgeSpeed(400, board)).toBe(14);
});
