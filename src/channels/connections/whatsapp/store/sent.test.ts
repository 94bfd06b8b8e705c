import { afterEach, beforeEach, expect, test } from "bun:test";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";

let made: ReturnType<typeof temporaryStore>;
beforeEach(() => {
  made = temporaryStore();
});
afterEach(() => made.dispose());

const CHAT = "5511911110001@s.whatsapp.net";
const save = (id: string) => made.store.sent.save(id, CHAT, Buffer.from(id), 1);

test("a message to be sent is written with the next ratchet step, and can be read before", () => {
  save("A");
  expect(made.store.sent.find("A")?.message.toString()).toBe("A");
  expect(made.reopen().sent.find("A")).toBeNull();
  save("A");
  made.store.commit({});
  expect(made.reopen().sent.find("A")).toEqual({ chat: CHAT, message: Buffer.from("A"), ack: 0 });
});

test("the server's ack is held in memory; a higher ack status is written", () => {
  save("A");
  made.store.commit({});
  made.store.sent.accepted("A");
  expect(made.store.sent.mark("A")).toMatchObject({ chat: CHAT, ack: 1 });
  expect(made.reopen().sent.mark("A")).toMatchObject({ ack: 0 });
  expect(made.store.sent.raise("A", 2)).toBe(true);
  expect(made.reopen().sent.mark("A")).toMatchObject({ ack: 2 });
});

test("an ack status is stored also for a message that is not written yet", () => {
  save("A");
  expect(made.store.sent.raise("A", 4)).toBe(true);
  expect(made.reopen().sent.mark("A")).toMatchObject({ ack: 4 });
});

test("the caches contain nothing of a forgotten person", () => {
  save("A");
  made.store.commit({});
  save("B");
  made.store.forgetPerson(["5511911110001"]);
  expect([made.store.sent.mark("A"), made.store.sent.mark("B")]).toEqual([null, null]);
});
