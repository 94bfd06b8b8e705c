import { expect, test } from "bun:test";
import { splitText } from "./create-outgoing.ts";

test("a text that is too long is split between paragraphs, else lines, else words, without losing a character", () => {
  expect(splitText("curto", 10)).toEqual(["curto"]);
  expect(splitText("um dois\n\ntrês quatro", 12)).toEqual(["um dois", "três quatro"]);
  expect(splitText("um dois\ntrês quatro", 12)).toEqual(["um dois", "três quatro"]);
  expect(splitText("um dois três", 9)).toEqual(["um dois", "três"]);
  expect(splitText("a".repeat(25), 10).map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(splitText("aaa😀bbb", 4)).toEqual(["aaa", "😀bb", "b"]);
});
