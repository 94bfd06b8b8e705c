import { expect, test } from "bun:test";
import { placeTooltip } from "./tooltip-place.ts";

const page = { width: 400, height: 300 };
const tip = { offsetWidth: 100, offsetHeight: 24 };

test("a tooltip is centred at its side of the target", () => {
  expect(placeTooltip({ left: 180, top: 100, width: 40, height: 40 }, tip, "top", page)).toEqual({
    left: 150,
    top: 70,
  });
  expect(placeTooltip({ left: 10, top: 100, width: 44, height: 40 }, tip, "right", page)).toEqual({
    left: 60,
    top: 108,
  });
});

test("a tooltip that does not fit is placed on the opposite side, and never outside the window", () => {
  expect(placeTooltip({ left: 180, top: 4, width: 40, height: 40 }, tip, "top", page).top).toBe(50);
  expect(placeTooltip({ left: 380, top: 100, width: 20, height: 20 }, tip, "top", page).left).toBe(294);
  expect(placeTooltip({ left: 350, top: 100, width: 44, height: 40 }, tip, "right", page).left).toBe(244);
});
