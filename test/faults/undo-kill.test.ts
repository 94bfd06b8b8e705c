import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import { linkConnection, startWorld, type World, waitConnected } from "#test/helpers/whatsapp-world.ts";

/** Kills: 5 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 5);
const LIMIT_MS = 10 * 60_000 + KILLS * 30_000;
const WINDOW_MS = 2_000;
const FAREWELL = "A Padaria Aurora agradece!";

let world: World;
let connectionId: number;
let customers: Phone[];

beforeAll(async () => {
  world = await startWorld();
  connectionId = await linkConnection(world);
  await world.server.call("PUT", `/whatsapp/${connectionId}`, {
    sendIntervalMs: 0,
    complationMessage: FAREWELL,
  });
  await world.server.call("PUT", "/settings/undoCloseSeconds", { value: String(WINDOW_MS / 1000) });
  customers = Array.from({ length: 8 }, (_, n) =>
    world.network.addPerson({ number: `551198100${String(1000 + n)}`, name: `Cliente ${n}` }),
  );
  for (const customer of customers) await customer.send.text(world.shop, "bom dia");
  await noneLeft(() => customers.length - tickets().length, "a ticket for each customer");
}, 60_000);
afterAll(async () => {
  await world?.close();
});

interface StoredTicket {
  readonly id: number;
  readonly number: string;
  readonly status: string;
}

/** Reads rows directly from the database file. */
function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const rows = (from: string): number => stored<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;
const tickets = () =>
  stored<StoredTicket>(
    "SELECT t.id, t.status, c.number FROM ticket t JOIN contact c ON c.id = t.contact_id ORDER BY t.id",
  );
const farewellsOf = (number: string): number =>
  customers
    .find((customer) => customer.number === number)
    ?.inbox.filter(({ content }) => textOf(content) === FAREWELL).length ?? 0;

/** Waits until every close has settled and its farewell was sent. */
async function settled(): Promise<void> {
  await waitConnected(world.server, connectionId);
  await noneLeft(() => rows("ticket WHERE close_settles_at IS NOT NULL"), "every close settled");
  await noneLeft(() => rows("outbox WHERE state IN ('queued', 'sending')"), "an empty outbox");
}

/** True when the server answered; a call that a kill cut off has no known outcome. */
const answered = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

test(
  `across ${KILLS} kills a close undone in its window sends nothing, and any other close sends its farewell once`,
  async () => {
    const expected = new Map(tickets().map(({ number }) => [number, 0]));
    let undone = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const { id } of tickets()) await world.server.call("PUT", `/tickets/${id}`, { status: "open" });
      const isTakenBack = ({ id }: StoredTicket) => (id + kill) % 2 === 0;
      const work = tickets().map(async (ticket, index) => {
        await answered(world.server.call("PUT", `/tickets/${ticket.id}`, { status: "closed" }));
        if (!isTakenBack(ticket)) return { ticket, isUndone: false };
        await Bun.sleep((index * 211 + kill * 37) % (WINDOW_MS - 500));
        const undo = world.server.call("POST", `/tickets/${ticket.id}/undo-close`, {});
        return { ticket, isUndone: await answered(undo) };
      });
      await Bun.sleep((kill * 523) % (WINDOW_MS + 1_500));
      await world.server.kill();
      const results = await Promise.all(work);
      await world.server.start();
      await world.server.signIn();
      await settled();
      const statusOf = new Map(tickets().map(({ id, status }) => [id, status]));
      for (const { ticket, isUndone } of results) {
        if (isUndone) {
          undone += 1;
          expect([ticket.id, statusOf.get(ticket.id)]).toEqual([ticket.id, "open"]);
        }
        if (statusOf.get(ticket.id) === "closed")
          expected.set(ticket.number, (expected.get(ticket.number) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries([...expected].map(([number]) => [number, farewellsOf(number)]))).toEqual(
      Object.fromEntries(expected),
    );
    // Both cases happened.
    expect([...expected.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(undone).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

const arrivals = (number: string, text: string): number =>
  customers
    .find((customer) => customer.number === number)
    ?.inbox.filter(({ content }) => textOf(content)?.endsWith(text)).length ?? 0;
const isRefusal = (error: unknown): boolean => String(error).includes("ERR_ALREADY_SENT");

test(
  `across ${KILLS} kills a message undone in its time never reaches the phone, and any other message arrives once`,
  async () => {
    await world.server.call("PUT", "/users/me/preferences", { undoSendSeconds: WINDOW_MS / 1000 });
    for (const { id } of tickets()) await world.server.call("PUT", `/tickets/${id}`, { status: "open" });
    const outcomes = { undone: 0, sent: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const work = tickets().map(async ({ id, number }, index) => {
        const body = `texto ${kill}-${index}`;
        const sent = await world.server
          .call<{ message: { id: number } }>("POST", `/messages/${id}`, {
            body,
            clientMessageId: crypto.randomUUID(),
          })
          .catch(() => undefined);
        // A call that a kill cut off has no known outcome.
        if (!sent) return { number, body, expected: [0, 1] };
        if ((index + kill) % 2 === 0) return { number, body, expected: [1] };
        await Bun.sleep((index * 311 + kill * 97) % (WINDOW_MS + 400));
        const expected = await world.server.call("POST", `/messages/${sent.message.id}/undo`, {}).then(
          () => [0],
          (error: unknown) => (isRefusal(error) ? [1] : [0, 1]),
        );
        return { number, body, expected };
      });
      await Bun.sleep((kill * 523) % (WINDOW_MS + 1_500));
      await world.server.kill();
      const results = await Promise.all(work);
      await world.server.start();
      await world.server.signIn();
      await settled();
      for (const { number, body, expected } of results) {
        expect([body, expected]).toEqual([body, expect.arrayContaining([arrivals(number, body)])]);
        if (expected.length === 1) outcomes[expected[0] === 0 ? "undone" : "sent"] += 1;
      }
    }
    // Both cases happened.
    expect(outcomes.undone).toBeGreaterThan(0);
    expect(outcomes.sent).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
