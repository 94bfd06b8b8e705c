import { expect, test } from "bun:test";
import { dueTone } from "./due-tone.ts";

test("a due date is yellow 5 days before, orange from 4 days before to 3 after, red from the 4th day after", () => {
  expect([30, 6, 5, 4, 1, 0, -1, -3, -4, -40].map(dueTone)).toEqual([
    null,
    null,
    "notice",
    "waiting",
    "waiting",
    "waiting",
    "waiting",
    "waiting",
    "danger",
    "danger",
  ]);
  expect(dueTone(null)).toBeNull();
});
