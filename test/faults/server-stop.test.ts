import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import {
  eventually,
  linkConnection,
  startWorld,
  type World,
  waitConnected,
} from "#test/helpers/whatsapp-world.ts";

/** Clean stops: 3 in the ordinary run, 50 in the long one (R17). */
const STOPS = Number(process.env["FAULT_STOPS"] ?? 3);
const MINUTES = 60_000;
/** Work in flight must be complete within this time (R17). */
const STOP_LIMIT_MS = 10_000;

let world: World;
let connectionId: number;
let customers: Phone[];

beforeAll(async () => {
  world = await startWorld();
  connectionId = await linkConnection(world);
  await world.server.call("PUT", `/whatsapp/${connectionId}`, { sendIntervalMs: 0 });
  customers = Array.from({ length: 6 }, (_, n) =>
    world.network.addPerson({ number: `551198100${String(1000 + n)}`, name: `Cliente ${n}` }),
  );
}, 60_000);
afterAll(async () => {
  await world?.close();
});

function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

test(
  `a stop during sending and receiving is quick and loses and duplicates nothing (${STOPS} stops)`,
  async () => {
    for (const customer of customers) await customer.send.text(world.shop, "Oi");
    const tickets = await eventually(async () => {
      const { tickets: found } = await world.server.call<{
        tickets: { id: number; contact: { number: string } }[];
      }>("GET", "/tickets?status=pending");
      return found.length === customers.length ? found : undefined;
    }, "a ticket for each");
    for (const { id } of tickets) await world.server.call("PUT", `/tickets/${id}`, { status: "open" });

    const accepted: string[] = [];
    const written: string[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      const work = tickets.flatMap(({ id, contact }, n) => [
        ...[1, 2, 3].map(async (k) => {
          const body = `resposta ${stop}/${k}`;
          const sent = world.server.call("POST", `/messages/${id}`, {
            body,
            clientMessageId: crypto.randomUUID(),
          });
          await sent.then(
            () => accepted.push(`${contact.number}:${body}`),
            () => undefined,
          );
        }),
        (async () => {
          const body = `pergunta ${stop} de ${n}`;
          await customers[n]?.send.text(world.shop, body);
          written.push(body);
        })(),
      ]);
      await Bun.sleep((stop * 37) % 150);
      const started = performance.now();
      expect(await world.server.stop()).toBe(0);
      expect(performance.now() - started).toBeLessThan(STOP_LIMIT_MS);
      await Promise.all(work);
      await world.server.start();
      await world.server.signIn();
    }
    await waitConnected(world.server, connectionId);
    await eventually(
      async () =>
        stored("SELECT id FROM outbox WHERE state IN ('queued', 'sending')").length === 0 &&
        stored("SELECT id FROM inbound_event WHERE state = 'new'").length === 0 &&
        world.network.ledger.of(world.shop.number).every((entry) => entry.settledAt !== null)
          ? true
          : undefined,
      "everything sent and received",
      60_000,
    );
    const arrived = customers.flatMap((customer) =>
      customer.inbox.map((message) => {
        const text = message.content.conversation ?? message.content.extendedTextMessage?.text ?? "";
        return `${customer.number}:${text.replace(/^\*[^*]+:\*\n/, "")}`;
      }),
    );
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter((each) => !arrived.includes(each))).toEqual([]);
    expect(arrived.length).toBe(new Set(arrived).size);
    const kept = stored<{ body: string }>("SELECT body FROM message WHERE body LIKE 'pergunta %'").map(
      ({ body }) => body,
    );
    expect(kept.toSorted()).toEqual(written.toSorted());
    expect(stored("SELECT 1 FROM session_lease")).toHaveLength(1);
  },
  20 * MINUTES,
);
