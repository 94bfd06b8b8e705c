import { expect, test } from "bun:test";
import { LIST_KEYS, TICKET_KEYS } from "./key-map.ts";

const all = Object.entries({ ...LIST_KEYS, ...TICKET_KEYS });

test("the only single-letter keys move between rows and start a note", () => {
  const free = all.filter(([, { acts }]) => acts === "free").map(([name]) => name);
  expect(free.sort()).toEqual(["next", "note", "previous"]);
});

test("a letter without Ctrl, Alt or ⌘ is never a chord", () => {
  for (const [, { keys, acts }] of all) if (acts === "chord") expect(keys.length).toBeGreaterThan(1);
});

test("no letter is used twice", () => {
  const keys = all.map(([, key]) => key.keys).filter((key) => key !== "");
  expect(new Set(keys).size).toBe(keys.length);
});
