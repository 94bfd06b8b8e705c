import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { WASocket } from "@whiskeysockets/baileys";
import { temporaryStore } from "#connections/whatsapp/testing/store.ts";
import { recordAcks } from "./acks.ts";

const ANA = "5511911110001@s.whatsapp.net";
let made: ReturnType<typeof temporaryStore>;
let wire: EventEmitter;
let hollow: Set<string>;
beforeEach(() => {
  made = temporaryStore();
  made.store.sent.save("A", ANA, Buffer.from("x"), 1);
  wire = new EventEmitter();
  hollow = new Set();
  recordAcks({ ws: wire } as unknown as WASocket, made.store, {
    guard: (work) => work(),
    hollow,
    now: () => 1,
  });
});
afterEach(() => made.dispose());

const ack = (attrs: Record<string, string>) => wire.emit("CB:ack,class:message", { tag: "ack", attrs });
const told = () =>
  made.store.journal
    .after(0, 100)
    .flatMap((row) =>
      row.kind === "event" && row.event.kind === "ack" ? [`${row.event.providerId}:${row.event.ack}`] : [],
    );

test("an accepted message is told", () => {
  ack({ id: "A", t: "1700000000" });
  expect(told()).toEqual(["A:1"]);
});

test("a mark that was raised before a kill and not journaled is told when the network repeats it", () => {
  made.store.sent.raise("A", 1);
  ack({ id: "A" });
  expect(told()).toEqual(["A:1"]);
});

test("refusals are told, but not of a message that had arrived; strangers and hollow stanzas are not", () => {
  ack({ id: "A", error: "479" });
  expect(told()).toEqual(["A:-1"]);
  ack({ id: "A" });
  ack({ id: "A", error: "479" });
  expect(told()).toEqual(["A:-1", "A:1"]);
  made.store.sent.save("B", ANA, Buffer.from("x"), 1);
  hollow.add("B");
  ack({ id: "B" });
  ack({ id: "unknown" });
  expect(told()).toEqual(["A:-1", "A:1"]);
});
