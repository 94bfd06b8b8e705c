import { afterEach, expect, test } from "bun:test";
import { proto } from "@whiskeysockets/baileys";
import type { InboundBatch, InboundEvent, ReceivedFile } from "#channels/connections/provider.ts";
import { sessionFile } from "#channels/connections/whatsapp/store/database.ts";
import type { JournalEntry } from "#channels/connections/whatsapp/store/journal.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { openDatabase } from "#platform/db/open.ts";
import { JournalReader, type JournalReaderPorts } from "./journal-reader.ts";

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

function message(from: string, id: string, content: proto.IMessage): JournalEntry {
  const attrs = { id, from: `${from}@s.whatsapp.net`, t: "1700000000", notify: "Ana" };
  const payload = proto.Message.encode(content).finish();
  return { kind: "message", attrs, padded: false, late: false, payload };
}
const text = (from: string, words: string) => message(from, `3A${words}`, { conversation: words });
const photo = (from: string, caption: string) =>
  message(from, `3A${caption}`, {
    imageMessage: { mediaKey: new Uint8Array(32), directPath: "/v", caption },
  });

const STORED: ReceivedFile = { state: "stored", path: "/m/x.jpg", size: 1, sha256: "00" };

/** A journal reader over a real store; the test sees its batches and accepts them. */
function pumping(ports: Partial<JournalReaderPorts> = {}) {
  const made = temporaryStore();
  const batches: InboundBatch[] = [];
  let wake: () => void = () => {};
  const create = (): JournalReader =>
    new JournalReader(made.store, {
      deliver: (batch) => {
        batches.push(batch);
        wake();
      },
      fetchFile: async () => STORED,
      importHistory: async () => {},
      rejectCall: () => {},
      rejectsCalls: () => false,
      onGroup: () => {},
      onDrained: () => wake(),
      onError: (error) => {
        throw error;
      },
      guard: (work) => {
        work();
        return true;
      },
      repeat: 60_000,
      now: () => made.clock.now,
      ...ports,
    });
  const reader = create();
  const words = (): string[] =>
    batches.flatMap(({ events }) => events.map(wordsOf)).filter((said): said is string => said !== null);
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      const heard = Promise.withResolvers<void>();
      wake = heard.resolve;
      await heard.promise;
    }
  };
  open.push({
    dispose() {
      reader.stop();
      made.dispose();
    },
  });
  return { ...made, store: made.store, reader, batches, words, until };
}

function wordsOf(event: InboundEvent): string | null {
  if (event.kind !== "message") return null;
  if (event.content.type === "text") return event.content.text;
  return event.content.type === "media" ? event.content.caption : null;
}

test("journal rows are deleted only after their batch was accepted", async () => {
  const { store, reader, batches, until } = pumping();
  store.journal.append([text("551", "um"), text("552", "dois")], 1);
  await until(() => batches.length === 1);
  expect(store.journal.size()).toBe(2);
  expect(reader.isDrained()).toBe(false);
  reader.accept(batches[0]?.id ?? 0);
  await until(() => reader.isDrained());
  expect(store.journal.size()).toBe(0);
  reader.accept(99);
});

test("a batch that is not accepted does not delay later batches", async () => {
  const { store, reader, batches, words, until } = pumping();
  store.journal.append([text("5511988887777", "um")], 0);
  await until(() => batches.length === 1);
  store.journal.append([text("5511988887777", "dois"), text("5511977776666", "três")], 0);
  await until(() => batches.length === 2);
  expect(words()).toEqual(["um", "dois", "três"]);
  for (const { id } of batches) reader.accept(id);
  await until(() => reader.isDrained());
  expect(store.journal.size()).toBe(0);
});

test("a burst is delivered in batches of two hundred events, in order", async () => {
  const { store, batches, words, until } = pumping();
  const wanted = Array.from({ length: 450 }, (_, n) => `m${n}`);
  for (const word of wanted) store.journal.append([text("551", word)], 1);
  await until(() => words().length === 450);
  expect(words()).toEqual(wanted);
  expect(batches.every(({ events }) => events.length <= 200)).toBe(true);
});

test("during a download the later messages of that chat wait, those of other chats do not", async () => {
  const { promise, resolve } = Promise.withResolvers<ReceivedFile>();
  const { store, words, until } = pumping({ fetchFile: () => promise });
  store.journal.append([photo("551", "foto"), text("551", "depois"), text("552", "outra pessoa")], 1);
  await until(() => words().length === 1);
  expect(words()).toEqual(["outra pessoa"]);
  resolve(STORED);
  await until(() => words().length === 3);
  expect(words()).toEqual(["outra pessoa", "foto", "depois"]);
});

test("a receipt does not wait for a file of its chat", async () => {
  const { store, batches, until } = pumping({ fetchFile: () => new Promise(() => {}) });
  const attrs = { from: "551@s.whatsapp.net", t: "1700000000", type: "read" };
  store.sent.save("3B1", attrs.from, Buffer.from("x"), 1);
  store.journal.append([photo("551", "foto"), { kind: "receipt", attrs, ids: ["3B1"] }], 1);
  await until(() => batches.length === 1);
  expect(batches[0]?.events.map(({ kind }) => kind)).toEqual(["ack"]);
});

test("a failed download leaves a handle for another attempt", async () => {
  const { store, batches, until } = pumping({ fetchFile: async () => null });
  store.journal.append([photo("551", "sumiu")], 1);
  await until(() => batches.length === 1);
  const [event] = batches[0]?.events ?? [];
  if (event?.kind !== "message" || event.content.type !== "media") throw new Error("no media");
  const { file } = event.content.media;
  expect(file.state === "missing" && store.media.find(file.handle)?.directPath).toBe("/v");
});

test("files of old messages are not downloaded until they are requested", async () => {
  let fetched = 0;
  const { store, batches, until } = pumping({
    fetchFile: async () => {
      fetched++;
      return STORED;
    },
  });
  const key = { remoteJid: "551@s.whatsapp.net", id: "3AOLD" };
  const old = {
    key,
    messageTimestamp: 1,
    message: { imageMessage: { mediaKey: new Uint8Array(32), directPath: "/v" } },
  };
  store.journal.append([{ kind: "history", payload: proto.WebMessageInfo.encode(old).finish() }], 1);
  await until(() => batches.length === 1);
  expect(batches[0]?.events[0]).toMatchObject({
    kind: "message",
    history: true,
    content: { media: { file: { state: "missing" } } },
  });
  expect(fetched).toBe(0);
});

test("bytes that cannot be parsed are reported as an unsupported message", async () => {
  const { store, batches, until } = pumping();
  store.journal.append(
    [{ ...message("551", "3AX", {}), payload: Buffer.from([0xff, 0xff, 0xff]) } as JournalEntry],
    1,
  );
  await until(() => batches.length === 1);
  expect(batches[0]?.events[0]).toMatchObject({
    content: { type: "unsupported", kind: "undecodable" },
    pushName: "Ana",
  });
});

/** The phone's answer with the content of a message that only the phone could decrypt. */
function resent(from: string, id: string, words: string): JournalEntry {
  const key = { remoteJid: `${from}@s.whatsapp.net`, id };
  const webMessageInfoBytes = proto.WebMessageInfo.encode({
    key,
    messageTimestamp: 1_700_000_000,
    message: { conversation: words },
  }).finish();
  const peerDataOperationResult = [{ placeholderMessageResendResponse: { webMessageInfoBytes } }];
  const payload = proto.Message.encode({
    protocolMessage: { peerDataOperationRequestResponseMessage: { peerDataOperationResult } },
  }).finish();
  const attrs = { id: `P${id}`, from: "5511900000001@s.whatsapp.net", category: "peer", t: "1700000000" };
  return { kind: "message", attrs, padded: false, late: false, payload };
}

test("history and messages that the phone sends again are believed only from our own phone", async () => {
  let imported = 0;
  const { store, batches, words, until } = pumping({ importHistory: async () => void imported++ });
  const from = "5511966660001@s.whatsapp.net";
  const history = message("551", "3A1", { protocolMessage: { historySyncNotification: { syncType: 0 } } });
  const told = { ...resent("551", "3C1", "mentira"), attrs: { id: "3A2", from, category: "peer", t: "1" } };
  const sent = { ...history, attrs: { id: "3A1", from, category: "peer", t: "1" } };
  store.journal.append([told, sent, resent("551", "3C2", "verdade")] as JournalEntry[], 1);
  await until(() => words().length > 0);
  expect([words(), imported]).toEqual([["verdade"], 0]);
  const own = { ...history, attrs: { id: "3A3", from: "900:0@lid", category: "peer", t: "1" } };
  store.journal.append([own as JournalEntry, text("552", "depois")], 1);
  await until(() => words().includes("depois"));
  expect(imported).toBe(1);
  expect(batches.length).toBeGreaterThan(0);
});

test.each(["chat", "sent", "missing"])(
  "rows stay in the journal while the store fails (%s), and their events arrive in order once it works",
  async (table) => {
    const failures: string[] = [];
    const guard = (work: () => void) => {
      try {
        work();
        return true;
      } catch (error) {
        failures.push((error as Error).message);
        return false;
      }
    };
    const { store, directory, reader, batches, words, until } = pumping({ guard, onError: () => {} });
    const attrs = { from: "551@s.whatsapp.net", t: "1700000000", type: "read" };
    store.sent.save("3B1", attrs.from, Buffer.from("x"), 1);
    store.commit({});
    store.missing.expect("551@s.whatsapp.net   3C1", { ...attrs, id: "3C1" }, 1);
    const file = openDatabase(sessionFile(directory), { durability: "normal" });
    file.exec(`ALTER TABLE ${table} RENAME TO gone`);
    // Nothing is read from memory.
    store.directory.reset();
    store.sent.reset();
    const receipt: JournalEntry = { kind: "receipt", attrs, ids: ["3B1"] };
    store.journal.append([text("551", "um"), receipt, resent("551", "3C1", "dois")], 1);
    await reader.settle(100);
    expect([failures, batches]).toEqual([[`no such table: ${table}`], []]);
    expect(store.journal.size()).toBe(3);
    file.exec(`ALTER TABLE gone RENAME TO ${table}`);
    file.close();
    await until(() => words().includes("dois"));
    expect(batches.flatMap(({ events }) => events.map(({ kind }) => kind))).toEqual([
      "message",
      "ack",
      "message",
    ]);
    expect(store.missing.due(Number.MAX_SAFE_INTEGER)).toEqual([]);
    for (const { id } of batches) reader.accept(id);
    await until(() => reader.isDrained());
  },
);

test("rows without events are deleted without an acceptance", async () => {
  const { store, reader, batches, until } = pumping();
  store.journal.append([message("551", "3AK", { senderKeyDistributionMessage: { groupId: "g" } })], 1);
  await until(() => reader.isDrained());
  expect(batches).toEqual([]);
  expect(store.journal.size()).toBe(0);
});

test("above the limit of outstanding rows the remaining rows stay on disk", async () => {
  const { store, reader, batches, words, until } = pumping();
  const entries = Array.from({ length: 4500 }, (_, n) => text("551", `m${n}`));
  store.journal.append(entries, 1);
  await until(() => words().length >= 4000);
  expect(words().length).toBeLessThan(4500);
  for (const batch of [...batches]) reader.accept(batch.id);
  await until(() => words().length === 4500);
});
