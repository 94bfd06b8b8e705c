import { expect, test } from "bun:test";
import { inPieces } from "./in-pieces.ts";

test("a text that is too long is cut between paragraphs, else lines, else words; nothing is lost", () => {
  expect(inPieces("curto", 10)).toEqual(["curto"]);
  expect(inPieces("um dois\n\ntrês quatro", 12)).toEqual(["um dois", "três quatro"]);
  expect(inPieces("um dois\ntrês quatro", 12)).toEqual(["um dois", "três quatro"]);
  expect(inPieces("um dois três", 9)).toEqual(["um dois", "três"]);
  expect(inPieces("a".repeat(25), 10).map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(inPieces("aaa😀bbb", 4)).toEqual(["aaa", "😀bb", "b"]);
});
