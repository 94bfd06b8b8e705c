import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { createProgress } from "#channels/connections/whatsapp/socket/progress.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { recordStanzas } from "./record.ts";
import { queueStanzas } from "./stanza-queue.ts";

const ANA = "5511911110001@s.whatsapp.net";
let made: ReturnType<typeof temporaryStore>;
let wire: EventEmitter;
let events: string[];
let isOver: boolean;

beforeEach(() => {
  made = temporaryStore();
  wire = new EventEmitter();
  events = [];
  isOver = false;
  wire.on("CB:receipt", ({ attrs }: BinaryNode) => void events.push(`baileys ${attrs["id"]}`));
  const sock = {
    ws: wire,
    messageMutex: { mutex: null },
    sendMessageAck: async ({ attrs }: BinaryNode) => void events.push(`acknowledged ${attrs["id"]}`),
  } as unknown as WASocket;
  const guard = (work: () => void) => {
    if (!isOver) work();
  };
  const progress = createProgress(1000);
  made.store.journal.onAppend = (rows) => void events.push(`${rows} journaled`);
  queueStanzas(sock, made.store, { guard, progress, now: () => 1 });
  recordStanzas(sock, made.store, new WeakMap(), { guard, progress, missing: 1, now: () => 1 });
});
afterEach(() => made.dispose());

const receipt = (id: string, attrs: Record<string, string> = {}) =>
  wire.emit("CB:receipt", { tag: "receipt", attrs: { id, from: ANA, ...attrs } });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("receipts of one turn are journaled together before any of them is acknowledged", async () => {
  receipt("A");
  receipt("B", { type: "read" });
  expect(events).toEqual([]);
  await turn();
  expect(events).toEqual(["2 journaled", "acknowledged A", "acknowledged B"]);
});

test("a receipt is not acknowledged when the socket ends before it is journaled", async () => {
  receipt("A");
  isOver = true;
  await turn();
  expect(events).toEqual([]);
});

test("requests for a new copy and receipts of our own devices are left to Baileys", async () => {
  receipt("A", { type: "retry" });
  receipt("B", { from: "5511900000001@s.whatsapp.net", recipient: ANA, type: "read" });
  await turn();
  expect(events.toSorted()).toEqual(["baileys A", "baileys B"]);
});
