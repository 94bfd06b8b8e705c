import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";

/** Kills: 5 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 5);
const LIMIT_MS = 10 * 60_000 + KILLS * 30_000;

let world: World;
let connectionId: number;
let customers: Phone[];

beforeAll(async () => {
  world = await startWorld();
  connectionId = await linkConnection(world);
  customers = Array.from({ length: 6 }, (_, n) =>
    world.network.addPerson({
      number: `551198200${String(1000 + n)}`,
      name: `Cliente ${n}`,
      addressing: n % 2 === 0 ? "pn" : "lid",
    }),
  );
}, 60_000);
afterAll(async () => {
  await world?.close();
});

/** Reads rows directly from the database file. */
function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const count = (from: string): number => stored<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;

/** Each customer writes; resolves when every message is in a ticket of the signed-in user. */
async function writeAll(text: string): Promise<readonly ChatMessage[]> {
  const sent = await Promise.all(customers.map((customer) => customer.send.text(world.shop, text)));
  const ids = sent.map(({ id }) => `'${id}'`).join();
  await noneLeft(() => sent.length - count(`message WHERE provider_id IN (${ids})`), "all messages stored");
  for (const { id } of stored<{ id: number }>("SELECT id FROM ticket WHERE status = 'pending'"))
    await world.server.call("PUT", `/tickets/${id}`, { status: "open" });
  return sent;
}

/** The user opens all tickets. */
const readAll = () =>
  Promise.all(
    stored<{ id: number }>("SELECT id FROM ticket").map(({ id }) =>
      world.server.call("GET", `/messages/${id}`).catch(() => undefined),
    ),
  );

async function restart(): Promise<void> {
  await world.server.kill();
  await world.server.start();
  await world.server.signIn();
  await waitConnected(world.server, connectionId);
}

async function expectAllRead(messages: readonly ChatMessage[]): Promise<void> {
  await noneLeft(() => messages.filter(({ step }) => step !== "read").length, "all shown as read");
  await noneLeft(() => count("read_receipt"), "no stored receipts");
}

test(
  "messages read while the number is offline are shown as read after a kill and a reconnect",
  async () => {
    const messages = await writeAll("chegou?");
    const stopOutage = world.network.faults.add({ kind: "http", status: 503 });
    for (const { wire } of world.shop.companions.values()) wire?.terminate();
    await eventually(async () => {
      const { status } = await world.server.call<{ status: string }>("GET", `/whatsapp/${connectionId}`);
      return status === "CONNECTED" ? undefined : true;
    }, "the session is closed");
    await readAll();
    expect(count("message WHERE read = 0 AND from_me = 0")).toBe(0);
    expect(count("read_receipt")).toBe(messages.length);
    expect(messages.map(({ step }) => step)).toEqual(messages.map(() => "delivered"));
    stopOutage();
    await restart();
    await expectAllRead(messages);
    expect(world.network.problems).toEqual([]);
  },
  LIMIT_MS,
);

test(
  `messages whose reading was stored are shown as read on the phone across ${KILLS} kills`,
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const messages = await writeAll(`pergunta ${kill}`);
      const reading = readAll();
      await Bun.sleep((kill * 13) % 60);
      await world.server.kill();
      await reading;
      const read = new Set(
        stored<{ id: string }>("SELECT provider_id AS id FROM message WHERE read = 1").map(({ id }) => id),
      );
      await restart();
      await expectAllRead(messages.filter(({ id }) => read.has(id)));
      await readAll();
      await expectAllRead(messages);
    }
    expect(world.network.problems).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "a receipt that was written to a dead socket is sent on the next one",
  async () => {
    const messages = await writeAll("viu?");
    const stopSilence = world.network.faults.add({ kind: "silence", number: world.shop.number });
    await readAll();
    await Bun.sleep(500);
    expect(count("read_receipt")).toBe(messages.length);
    stopSilence();
    for (const { wire } of world.shop.companions.values()) wire?.terminate();
    await expectAllRead(messages);
  },
  LIMIT_MS,
);
