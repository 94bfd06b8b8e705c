import { expect, test } from "bun:test";
import { bodyPieces } from "./body-pieces.ts";
import { listOf, type Part, partOf } from "./parts.ts";

const official = (value: Part, field = "history") => ({
  object: "whatsapp_business_account",
  entry: [{ id: "1", changes: [{ field, value }] }],
});
const contentOf = (piece: unknown): Part => {
  const [entry = {}] = listOf(partOf(piece)["entry"]);
  return partOf(partOf(listOf(entry["changes"])[0])["value"]);
};
const messages = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `m${from + n}` }));

test("a thread of 1,200 messages is split into pieces of 500, each with its customer, and the progress comes last", () => {
  const threads = [{ id: "5511", context: { wa_id: "5511" }, messages: messages(1200) }];
  const metadata = { phase: 1, progress: 40 };
  const parts = [...bodyPieces(official({ history: [{ metadata, threads, padding: "x" }] }))].map((piece) =>
    partOf(listOf(contentOf(piece)["history"])[0]),
  );
  const sizes = parts.map((part) =>
    listOf(part["threads"]).map((thread) => listOf(thread["messages"]).length),
  );
  expect(sizes).toEqual([[500], [500], [200]]);
  expect(parts.map((part) => part["metadata"])).toEqual([undefined, undefined, metadata]);
  const all = parts
    .flatMap((part) => listOf(part["threads"]))
    .flatMap((thread) => listOf(thread["messages"]));
  expect(all).toEqual(messages(1200));
  for (const part of parts)
    expect(listOf(part["threads"])[0]).toMatchObject({ id: "5511", context: { wa_id: "5511" } });
});

test("an address book of 1,100 people is split into pieces of 500", () => {
  const people = messages(1100);
  const pieces = [...bodyPieces(official({ state_sync: people }, "smb_app_state_sync"))];
  expect(pieces.map((piece) => listOf(contentOf(piece)["state_sync"]).length)).toEqual([500, 500, 100]);
});

test("entries of pages are a piece each, and a body without entries is one piece", () => {
  expect([...bodyPieces({ object: "page", entry: [{ id: "1" }, { id: "2" }] })]).toEqual([
    { object: "page", entry: [{ id: "1" }] },
    { object: "page", entry: [{ id: "2" }] },
  ]);
  expect([...bodyPieces({ n: 1 })]).toEqual([{ n: 1 }]);
});
