import { expect, test } from "bun:test";
import { TICKET_KEYS } from "./key-groups.ts";
import { LIST_KEYS } from "./key-map.ts";

const all = [...Object.values(LIST_KEYS), ...TICKET_KEYS];

test("the only single-letter keys move between rows and select them", () => {
  const free = all.filter(({ acts }) => acts === "free").map(({ label }) => label);
  expect(free.sort()).toEqual(["keys.rowAbove", "keys.rowBelow", "keys.select", "keys.selectTo"]);
});

test("a shortcut that works in text boxes has a key combination, never a single letter", () => {
  for (const { keys, acts } of all) if (acts === "chord") expect(keys.length).toBeGreaterThan(1);
});

test("no two shortcuts of the ticket page have the same keys", () => {
  const keys = all.map(({ keys }) => keys).filter((key) => key !== "");
  expect(new Set(keys).size).toBe(keys.length);
});
