import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import { linkConnection, startWorld, type World, waitConnected } from "#test/helpers/whatsapp-world.ts";

/** Kills per case: 3 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 3);
/** Time limit: a kill takes 3 s on an idle machine, and 15 on a busy one. */
const LIMIT_MS = 10 * 60_000 + KILLS * 30_000;

let world: World;
let connectionId: number;
let customers: Phone[];

beforeAll(async () => {
  world = await startWorld();
  connectionId = await linkConnection(world);
  await world.server.call("PUT", `/whatsapp/${connectionId}`, { sendIntervalMs: 0 });
  customers = Array.from({ length: 12 }, (_, n) =>
    world.network.addPerson({
      number: `551198000${String(1000 + n)}`,
      name: `Cliente ${n}`,
      addressing: n % 2 === 0 ? "pn" : "lid",
    }),
  );
}, 60_000);
afterAll(async () => {
  await world?.close();
});

interface Stored {
  readonly provider_id: string;
  readonly body: string;
  readonly ticket_id: number;
}

/** Reads rows directly from the database file. */
function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

async function restart(): Promise<void> {
  await world.server.start();
  await world.server.signIn();
}

const shopStanzas = () => world.network.ledger.of(world.shop.number);
const settled = () => shopStanzas().filter((entry) => entry.settledAt !== null).length;
const waiting = () => shopStanzas().length - settled();

/** Waits until this many more stanzas were acknowledged, or `isOver`, so that each kill happens at another moment. */
async function afterSettled(more: number, isOver: () => boolean): Promise<void> {
  const goal = settled() + more;
  while (settled() < goal && !isOver()) await Bun.sleep(10);
}

/** Waits until the network has all acknowledgements and the inbox is processed. */
async function calm(): Promise<void> {
  await waitConnected(world.server, connectionId);
  await noneLeft(waiting, "every stanza settled");
  await noneLeft(() => rows("inbound_event WHERE state = 'new'"), "empty inbox");
}

const rows = (from: string): number => stored<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;

/** An acknowledged message is in the engine's journal, but may not be in the server's inbox yet. */
async function expectEachOnce(sent: ReadonlyMap<string, string>): Promise<void> {
  await noneLeft(() => sent.size - rows("message WHERE from_me = 0"), "all stored").catch(() => {});
  const messages = stored<Stored>("SELECT provider_id, body, ticket_id FROM message WHERE from_me = 0");
  const times = new Map<string, number>();
  for (const row of messages) times.set(row.provider_id, (times.get(row.provider_id) ?? 0) + 1);
  const lost = [...sent.keys()].filter((id) => !times.has(id));
  const doubled = [...times].filter(([, count]) => count > 1);
  expect({ lost: lost.length, doubled: doubled.length }).toEqual({ lost: 0, doubled: 0 });
  for (const row of messages) expect(row.body).toBe(sent.get(row.provider_id) ?? "a message nobody sent");
  const open = stored<{ n: number }>(
    "SELECT count(*) AS n FROM ticket WHERE status <> 'closed' GROUP BY connection_id, contact_id",
  );
  expect(open.every(({ n }) => n === 1)).toBe(true);
  expect(open.length).toBe(customers.length);
}

const written = new Map<string, string>();

test(
  `an inbound burst loses and duplicates nothing across ${KILLS} kills of the server`,
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const burst = customers.flatMap((customer, c) =>
        Array.from({ length: 10 }, async (_, n) => {
          const body = `kill ${kill} cliente ${c} mensagem ${n}`;
          const message = await customer.send.text(world.shop, body);
          written.set(message.id, body);
        }),
      );
      const end = Date.now() + 3000;
      await afterSettled((kill * 37) % 90, () => Date.now() > end);
      await world.server.kill();
      await Promise.all(burst);
      await restart();
    }
    await calm();
    expect(written.size).toBe(KILLS * customers.length * 10);
    await expectEachOnce(written);
  },
  LIMIT_MS,
);

test(
  `an offline backlog loses and duplicates nothing across ${KILLS} kills of the server`,
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await world.server.kill();
      for (const [c, customer] of customers.entries()) {
        for (let n = 0; n < 20; n += 1) {
          const body = `fila ${kill} cliente ${c} mensagem ${n}`;
          written.set((await customer.send.text(world.shop, body)).id, body);
        }
      }
      await restart();
      await afterSettled((kill * 53) % 200, () => waiting() === 0);
    }
    await calm();
    await expectEachOnce(written);
  },
  LIMIT_MS,
);

test(
  `what attendants send reaches every phone exactly once across ${KILLS} kills`,
  async () => {
    for (const customer of customers)
      written.set((await customer.send.text(world.shop, "bom dia")).id, "bom dia");
    await calm();
    const tickets = stored<{ id: number; number: string }>(
      "SELECT t.id, c.number FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.status <> 'closed'",
    );
    for (const ticket of tickets) await world.server.call("PUT", `/tickets/${ticket.id}`, { status: "open" });
    const accepted: { body: string; number: string }[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const promised = Promise.withResolvers<void>();
      const sends = tickets.flatMap((ticket) =>
        Array.from({ length: 4 }, async (_, n) => {
          const body = `resposta ${kill}/${n} para ${ticket.number}`;
          try {
            await world.server.call("POST", `/messages/${ticket.id}`, {
              body,
              clientMessageId: crypto.randomUUID(),
            });
            accepted.push({ body, number: ticket.number });
            promised.resolve();
          } catch {
            // Killed before it answered: nothing was acknowledged.
          }
        }),
      );
      // Every second run, and the last one, waits until a message was acknowledged, also on a slow machine.
      if (kill % 2 === 1 || kill === KILLS - 1) await promised.promise;
      await Bun.sleep((kill * 61) % 400);
      await world.server.kill();
      await Promise.all(sends);
      await restart();
    }
    await calm();
    await noneLeft(() => rows("outbox WHERE state IN ('queued', 'sending')"), "an empty outbox");
    expect(accepted.length).toBeGreaterThan(0);
    const received = new Map<string, number>();
    for (const customer of customers)
      for (const message of customer.inbox) {
        const text = message.content.conversation ?? message.content.extendedTextMessage?.text ?? "";
        const key = `${customer.number}:${text.replace(/^\*[^*]+:\*\n/, "")}`;
        received.set(key, (received.get(key) ?? 0) + 1);
      }
    const missing = accepted.filter(({ number, body }) => !received.has(`${number}:${body}`));
    const doubled = [...received].filter(([, count]) => count > 1);
    expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
  },
  LIMIT_MS,
);
