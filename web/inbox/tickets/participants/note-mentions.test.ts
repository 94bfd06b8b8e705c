import { expect, test } from "bun:test";
import { type Mentionable, mentionsIn } from "./note-mentions.ts";

const ALL: readonly Mentionable[] = [
  { kind: "user", id: 1, name: "Ana" },
  { kind: "user", id: 2, name: "Ana Maria" },
  { kind: "queue", id: 3, name: "Suporte" },
];
const idsIn = (text: string) => mentionsIn(text, ALL).map(({ id }) => id);

test("a note mentions the people and queues whose names follow an @, ignoring case", () => {
  expect(idsIn("@ana e @SUPORTE, vejam")).toEqual([1, 3]);
  expect(idsIn("Ana e Suporte sem arroba")).toEqual([]);
});

test("of names that begin alike a note mentions the longest, and both when it contains both", () => {
  expect(idsIn("@Ana Maria pode ver?")).toEqual([2]);
  expect(idsIn("@Ana Maria e @Ana")).toEqual([1, 2]);
});
