import { afterEach, beforeEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { createProgress, type Progress } from "#channels/connections/whatsapp/socket/progress.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { queueStanzas } from "./stanza-queue.ts";

const LIMIT = 30_000;
let made: ReturnType<typeof temporaryStore>;
let wire: EventEmitter;
let progress: Progress;
/** The messages that Baileys handles now, by id; each ends when the test calls its function. */
let handled: Map<string, () => void>;
let findLid: () => Promise<null>;

beforeEach(() => {
  made = temporaryStore();
  wire = Object.assign(new EventEmitter(), { isOpen: true });
  progress = createProgress(LIMIT);
  handled = new Map();
  findLid = async () => null;
  for (const kind of ["message", "receipt", "notification", "call"]) {
    wire.on(`CB:${kind}`, ({ attrs }: BinaryNode) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      handled.set(attrs["id"] ?? "", resolve);
      return promise;
    });
  }
  const sock = {
    ws: wire,
    messageMutex: { mutex: null },
    signalRepository: { lidMapping: { getLIDForPN: () => findLid() } },
  } as unknown as WASocket;
  queueStanzas(sock, made.store, { guard: (work) => work(), progress, now: () => 1 });
});
afterEach(() => made.dispose());

const stanza = async (kind: string, id: string, attrs: Record<string, string> = {}) => {
  wire.emit(`CB:${kind}`, { tag: kind, attrs: { id, from: `${id}@lid`, ...attrs } });
  await turn();
};
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Handles messages of other chats for this time; returns the first reason for which the session is stuck. */
async function pass(ms: number): Promise<string | null> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await stanza("message", `other${passed}`);
    handled.get(`other${passed}`)?.();
    await turn();
    const reason = progress.look(1000);
    if (reason) return reason;
  }
  return null;
}

test("a message of a chat that is handled for more than thirty seconds is reported while other chats go on", async () => {
  await stanza("message", "1");
  expect(await pass(30_000)).toBeNull();
  expect(await pass(1000)).toBe("a message has not ended for 31 s");
});

test("a query for a privacy id without an end is reported after thirty seconds", async () => {
  findLid = () => new Promise(() => {});
  await stanza("message", "1", { from: "5511911110001@s.whatsapp.net" });
  expect(handled.has("1")).toBe(false);
  expect(await pass(30_000)).toBeNull();
  expect(await pass(1000)).toBe("a query for a privacy id has not ended for 31 s");
});

test("messages of the linked phone and notifications, which may download files, are reported after two minutes", async () => {
  for (const [kind, category] of [
    ["message", "peer"],
    ["notification", ""],
  ] as const) {
    await stanza(kind, kind, { category, from: "900:0@lid" });
    expect(await pass(4 * LIMIT)).toBeNull();
    expect(await pass(1000)).toBe(`a ${kind} has not ended for 121 s`);
    handled.get(kind)?.();
    await turn();
  }
});

test("a receipt and a call are reported after thirty seconds", async () => {
  for (const kind of ["receipt", "call"]) {
    await stanza(kind, kind, { type: "sender" });
    expect(await pass(30_000)).toBeNull();
    expect(await pass(1000)).toBe(`a ${kind} has not ended for 31 s`);
    handled.get(kind)?.();
    await turn();
  }
});

test("a message that waits for its turn is not reported, however long the messages before it take together", async () => {
  for (let chat = 0; chat < 64; chat++) await stanza("message", `${chat}`);
  await stanza("message", "last", { from: "0@lid" });
  expect(handled.size).toBe(32);
  expect(progress.look(29_000)).toBeNull();
  for (const end of handled.values()) end();
  await turn();
  expect(handled.size).toBe(64);
  expect(progress.look(29_000)).toBeNull();
  for (const end of handled.values()) end();
  await turn();
  expect(handled.has("last")).toBe(true);
  expect(progress.look(29_000)).toBeNull();
  expect(progress.look(2000)).toBe("a message has not ended for 31 s");
});
