import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { WASocket } from "@whiskeysockets/baileys";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { recordAcks } from "./acks.ts";

const ANA = "5511911110001@s.whatsapp.net";
let made: ReturnType<typeof temporaryStore>;
let wire: EventEmitter;
let hollow: Set<string>;
let passed: InboundEvent[];
beforeEach(() => {
  made = temporaryStore();
  passed = [];
  made.store.journal.onPass = (event) => passed.push(event);
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
const marks = (events: readonly InboundEvent[]) =>
  events.flatMap((event) => (event.kind === "ack" ? [`${event.providerId}:${event.ack}`] : []));
const journaled = () =>
  marks(made.store.journal.after(0, 100).flatMap((row) => (row.kind === "event" ? [row.event] : [])));

test("the server's ack of a message is reported without a row in the journal", () => {
  ack({ id: "A", t: "1700000000" });
  expect(marks(passed)).toEqual(["A:1"]);
  expect(journaled()).toEqual([]);
});

test("a repeated ack is reported again, because a kill may have lost the first event", () => {
  ack({ id: "A" });
  ack({ id: "A" });
  expect(marks(passed)).toEqual(["A:1", "A:1"]);
});

test("a refusal is journaled unless the message was delivered; acks of unknown ids and of stanzas without recipients are ignored", () => {
  ack({ id: "A", error: "479" });
  expect(journaled()).toEqual(["A:-1"]);
  ack({ id: "A" });
  ack({ id: "A", error: "479" });
  expect(journaled()).toEqual(["A:-1"]);
  made.store.sent.save("B", ANA, Buffer.from("x"), 1);
  hollow.add("B");
  ack({ id: "B" });
  ack({ id: "unknown" });
  expect(journaled()).toEqual(["A:-1"]);
  expect(marks(passed)).toEqual(["A:1"]);
});
