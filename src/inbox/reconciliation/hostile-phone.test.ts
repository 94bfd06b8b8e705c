import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { all, one, run } from "#platform/db/database.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { historyOf } from "#simulator/registration/history.ts";
import { type Office, openOffice } from "./testing.ts";

const HOUR_MS = 3_600_000;

let office: Office;
beforeAll(async () => {
  office = await openOffice({ historyMs: 10_000 });
}, 30_000);
afterAll(() => office.close());
beforeEach(() => {
  office.network.faults.clear();
  office.shop.forgeHistory = null;
  run(office.tenant.db, "DELETE FROM reconciliation_run");
  run(office.tenant.db, "DELETE FROM message_gap");
  run(office.tenant.db, "UPDATE connection SET linked_at = 1");
  office.app.clock.advance(2 * HOUR_MS);
  office.admin = { ...office.admin };
});

const count = (from: string): number =>
  one<{ n: number }>(office.tenant.db, `SELECT count(*) AS n FROM ${from}`)?.n ?? 0;
const lastRun = () => one(office.tenant.db, "SELECT state, gaps FROM reconciliation_run ORDER BY id DESC");
const contactOf = (person: Phone): number =>
  one<{ id: number }>(
    office.tenant.db,
    "SELECT contact_id AS id FROM contact_identity WHERE kind = 'pn' AND value = ?",
    person.number,
  )?.id ?? 0;
const erase = async (person: Phone) => {
  run(office.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
  const { status } = await office.app.api(office.admin).delete(`/contacts/${contactOf(person)}`);
  expect(status).toBe(200);
};
const chatWith = async (name: string, ...texts: string[]): Promise<Phone> => {
  const person = office.person(name);
  for (const text of texts) await office.writes(person, `${name} ${text}`);
  await office.stored(`${name} ${texts.at(-1)}`);
  return person;
};
const check = async () => {
  expect((await office.checkNow()).status).toBe(200);
  await office.finish();
};
/** Starts a check and waits until the phone has the request; it answers when the result is called. */
const requested = async () => {
  const { promise: gate, resolve } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  office.shop.forgeHistory = async (history) => {
    asked.resolve();
    await gate;
    return history;
  };
  expect((await office.checkNow()).status).toBe(200);
  await asked.promise;
  return resolve;
};
const jidOf = (person: Phone) => `${person.number}@s.whatsapp.net`;
const forged = (person: Phone, at: number, text: string, id: string = randomUUID()) => ({
  message: {
    key: { remoteJid: jidOf(person), fromMe: false, id },
    message: { conversation: text },
    messageTimestamp: at,
  },
});

describe("a phone that answers with something else", () => {
  test("messages of other chats in an answer are ignored, so that an erased person does not come back", async () => {
    const erased = await chatWith("Erika", "one", "two");
    const other = await chatWith("Otto", "one", "two");
    await erase(erased);
    run(office.tenant.db, "DELETE FROM inbound_event");
    const asked = await chatWith("Ada", "one", "two");
    office.shop.forgeHistory = (history) => [...history, ...historyOf(office.shop)];
    await check();
    expect([contactOf(erased), office.bodiesOf(erased)]).toEqual([0, []]);
    expect(office.bodiesOf(other)).toEqual(["Otto one", "Otto two"]);
    expect(office.bodiesOf(asked)).toEqual(["Ada one", "Ada two"]);
    expect([count("message_gap"), count("ticket WHERE contact_id NOT IN (SELECT id FROM contact)")]).toEqual([
      0, 0,
    ]);
  });

  test("an answer with only messages of other chats counts as no answer", async () => {
    const asked = await chatWith("Alma", "one", "two");
    const stranger = office.person("Stella");
    office.shop.forgeHistory = () => [
      {
        id: jidOf(stranger),
        messages: [forged(stranger, Math.floor(office.app.clock.now() / 1000) - 3600, "forged")],
      },
    ];
    await check();
    expect(contactOf(stranger)).toBe(0);
    expect(
      one(
        office.tenant.db,
        "SELECT silences, proven_to FROM reconciliation_chat WHERE contact_id = ?",
        contactOf(asked),
      ),
    ).toEqual({ silences: 1, proven_to: null });
  });

  test("messages of 1970 and of the year 9999 are ignored, and the others are found", async () => {
    const asked = await chatWith("Tina", "one", "two");
    const now = Math.floor(office.app.clock.now() / 1000);
    const times = [0, 1, now + 86_400, 253_402_300_799, Number.MAX_SAFE_INTEGER, -5, now - 7100];
    office.shop.forgeHistory = ([chat]) => [
      { ...chat, messages: [...(chat?.messages ?? []), ...times.map((at) => forged(asked, at, `at ${at}`))] },
    ];
    await check();
    expect(office.bodiesOf(asked)).toEqual([`at ${now - 7100}`, "Tina one", "Tina two"]);
    expect(lastRun()).toEqual({ state: "done", gaps: 1 });
  });

  test("a lost message is found although other chats, connections and companies have messages with its id", async () => {
    const other = await chatWith("Olaf", "one", "two");
    const known = one<{ id: string }>(
      office.tenant.db,
      "SELECT provider_id AS id FROM message WHERE body = 'Olaf two'",
    )?.id;
    const asked = await chatWith("Paul", "one", "two");
    const at = Math.floor(office.app.clock.now() / 1000) - 1800;
    office.shop.forgeHistory = ([chat]) => [
      { ...chat, messages: [...(chat?.messages ?? []), forged(asked, at, "same id", known)] },
    ];
    await check();
    expect(office.bodiesOf(asked)).toEqual(["Paul one", "same id", "Paul two"]);
    expect(office.bodiesOf(other)).toEqual(["Olaf one", "Olaf two"]);
  });

  test("an answer of 5,000 messages stores at most as many as were requested", async () => {
    const asked = await chatWith("Flora", "one", "two");
    const at = Math.floor(office.app.clock.now() / 1000) - 7200;
    office.shop.forgeHistory = ([chat]) => [
      {
        ...chat,
        messages: Array.from({ length: 5_000 }, (_, n) => forged(asked, at + (n % 60), `flood ${n}`)),
      },
    ];
    await check();
    expect(count("message WHERE body LIKE 'flood %'")).toBeLessThanOrEqual(200);
  }, 60_000);

  test("an answer with messages of a thousand other chats creates no contact and no message", async () => {
    await chatWith("Maja", "one", "two");
    const before = [count("contact"), count("message")];
    const at = Math.floor(office.app.clock.now() / 1000) - 7200;
    office.shop.forgeHistory = (history) => [
      ...history,
      ...Array.from({ length: 1_000 }, (_, n) => {
        const id = `55118${String(10_000_000 + n)}@s.whatsapp.net`;
        const key = { remoteJid: id, fromMe: false, id: randomUUID() };
        return {
          id,
          messages: [{ message: { key, message: { conversation: "hi" }, messageTimestamp: at } }],
        };
      }),
    ];
    await check();
    expect([count("contact"), count("message")]).toEqual(before);
    expect(lastRun()).toEqual({ state: "done", gaps: 0 });
  }, 60_000);

  test("a message with a forged author belongs to the person of its chat", async () => {
    const asked = await chatWith("Nora", "one", "two");
    const victim = await chatWith("Viktor", "one", "two");
    const at = Math.floor(office.app.clock.now() / 1000) - 5400;
    const { message } = forged(asked, at, "not from Viktor");
    const participant = jidOf(victim);
    office.shop.forgeHistory = ([chat]) =>
      chat?.id === jidOf(asked)
        ? [
            {
              ...chat,
              messages: [
                ...(chat.messages ?? []),
                {
                  message: {
                    ...message,
                    participant,
                    pushName: "Viktor",
                    key: { ...message.key, participant },
                  },
                },
              ],
            },
          ]
        : chat
          ? [chat]
          : [];
    await check();
    expect(office.bodiesOf(victim)).toEqual(["Viktor one", "Viktor two"]);
    expect(office.bodiesOf(asked)).toEqual(["not from Viktor", "Nora one", "Nora two"]);
    const names = all<{ name: string }>(
      office.tenant.db,
      "SELECT name FROM contact WHERE id IN (?, ?) ORDER BY id",
      contactOf(asked),
      contactOf(victim),
    );
    expect(names.map(({ name }) => name)).toEqual(["Nora", "Viktor"]);
  });

  test("a file that claims to have 10 GB is shown as missing and fills no disk", async () => {
    const asked = await chatWith("Hugo", "one", "two");
    const at = Math.floor(office.app.clock.now() / 1000) - 5400;
    const { message } = forged(asked, at, "");
    const imageMessage = {
      url: `${office.network.url.replace(/^ws/, "http")}/none`,
      mimetype: "image/jpeg",
      fileLength: 10 * 1024 ** 3,
      mediaKey: new Uint8Array(32),
      fileSha256: new Uint8Array(32),
      fileEncSha256: new Uint8Array(32),
      caption: "huge",
    };
    office.shop.forgeHistory = ([chat]) => [
      {
        ...chat,
        messages: [...(chat?.messages ?? []), { message: { ...message, message: { imageMessage } } }],
      },
    ];
    await check();
    expect(office.bodiesOf(asked)).toEqual(["huge", "Hugo one", "Hugo two"]);
    expect(count("media_file WHERE state = 'ready'")).toBe(0);
  });
});

describe("a change while the phone answers", () => {
  test("a person who is erased while the phone answers does not come back", async () => {
    const erased = await chatWith("Emil", "one", "two");
    const answer = await requested();
    await erase(erased);
    answer();
    await office.finish();
    expect([contactOf(erased), office.bodiesOf(erased), count("message_gap")]).toEqual([0, [], 0]);
    expect(lastRun()).toEqual({ state: "done", gaps: 0 });
  });

  test("a contact that is merged while the phone answers keeps each message once, and no gap is reported", async () => {
    const loser = await chatWith("Lars", "one", "two");
    const survivor = await chatWith("Svea", "one");
    run(office.tenant.db, "UPDATE reconciliation_chat SET proven_to = ?", office.app.clock.now());
    run(
      office.tenant.db,
      "INSERT OR REPLACE INTO reconciliation_chat (connection_id, contact_id, proven_to) VALUES (?, ?, ?)",
      office.connectionId,
      contactOf(survivor),
      office.app.clock.now(),
    );
    const answer = await requested();
    run(office.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
    const merged = await office.app
      .api(office.admin)
      .post(`/contacts/${contactOf(survivor)}/merge`, { otherId: contactOf(loser) });
    expect(merged.status).toBe(200);
    run(office.tenant.db, "DELETE FROM inbound_event");
    answer();
    await office.finish();
    expect(count("message WHERE body IN ('Lars one', 'Lars two')")).toBe(2);
    expect(count("message_gap")).toBe(0);
    expect(lastRun()).toEqual({ state: "done", gaps: 0 });
  });

  test("a connection that is deleted while its phone answers gets no messages", async () => {
    const person = await chatWith("Dora", "one");
    await office.writes(person, "Dora lost", { isLost: true });
    await office.writes(person, "Dora three");
    await office.stored("Dora three");
    const answer = await requested();
    run(office.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
    expect((await office.app.api(office.admin).delete(`/whatsapp/${office.connectionId}`)).status).toBe(200);
    answer();
    await office.finish();
    expect(count("message WHERE body = 'Dora lost'")).toBe(0);
    expect(lastRun()).toEqual({ state: "stopped", gaps: 0 });
  });
});
