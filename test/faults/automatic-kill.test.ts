import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import { linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";
import { DIALOGS, type Dialog, furnish, GREETING, startPartners } from "./automatic-company.ts";

/** Kills: 10 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 10);
/** Conversations that may be under way at a kill; more would only wait for the server. */
const OPEN = 60;
/** On an overloaded machine a killed server may need minutes until both numbers are connected again. */
const PATIENCE_MS = KILLS > 20 ? 10 * 60_000 : 60_000;
/** Prompts answer after 4 s: they begin early enough not to lengthen the ordinary run. */
const LAST_PROMPT = KILLS - 4;

let world: World;
let partners: ReturnType<typeof startPartners>;
let shops: Readonly<Record<Dialog["to"], Phone>>;
beforeAll(async () => {
  partners = startPartners();
  world = await startWorld({ env: { ALLOW_PRIVATE_URLS: "true" } });
  const other = world.network.addPhone({ number: "5511400010002", name: "Padaria Aurora 2" });
  shops = { menu: world.shop, greeting: other };
  const menu = await linkConnection(world);
  const greeting = await linkConnection(world, "Loja Bairro", other);
  await furnish(world.server, { menu, greeting }, partners);
}, 300_000);
afterAll(async () => {
  await world?.close();
  await partners?.stop();
});

interface Talk {
  readonly dialog: Dialog;
  readonly customer: Phone;
  isOver: boolean;
}
const talks: Talk[] = [];
const heard = (customer: Phone): string[] => customer.inbox.map(({ content }) => textOf(content));
const expected = ({ steps }: Dialog): string[] => steps.flatMap(({ gets }) => gets);

/** The customer writes, waits for all answers, and goes on. */
async function hold(talk: Talk): Promise<void> {
  const { dialog, customer } = talk;
  await Bun.sleep(Math.random() * 600);
  let answers = 0;
  for (const { writes, gets } of dialog.steps) {
    for (const body of writes) await customer.send.text(shops[dialog.to], body);
    answers += gets.length;
    while (customer.inbox.length < answers) await Bun.sleep(10);
  }
  talk.isOver = true;
}
function begin(dialog: Dialog): void {
  const number = `5511982${String(100_000 + talks.length)}`;
  const addressing = talks.length % 2 === 0 ? "pn" : "lid";
  const customer = world.network.addPerson({ number, name: `Cliente ${talks.length}`, addressing });
  const talk = { dialog, customer, isOver: false };
  talks.push(talk);
  void hold(talk);
}
const open = (): Talk[] => talks.filter(({ isOver }) => !isOver);

/** Reads rows directly from the database file. */
function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const count = (from: string): number => stored<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)[0]?.n ?? 0;
/** Waits until at most so many conversations are open; an error names some of them and what the server still has to do. */
async function goOn(most: number): Promise<void> {
  await noneLeft(() => Math.max(0, open().length - most), "conversations that go on", PATIENCE_MS).catch(
    (error: unknown) => {
      const some = open().slice(0, 8);
      const stuck = some.map(({ dialog, customer }) => [dialog.name, customer.number, heard(customer)]);
      const server = {
        connections: stored("SELECT id, status, status_reason FROM connection"),
        outbox: stored("SELECT state, held_by, attempts, count(*) AS n FROM outbox GROUP BY 1, 2, 3"),
        inbox: stored("SELECT state, reason, attempts, count(*) AS n FROM inbound_event GROUP BY 1, 2, 3"),
        undone: undone(),
      };
      throw new Error(`${error}: ${JSON.stringify({ stuck, server })}`);
    },
  );
}
/** Where a kill hit: texts that are decided and not sent, and answers that are not decided. */
const undone = () => ({
  queued: count("outbox WHERE state = 'queued'"),
  sending: count("outbox WHERE state = 'sending'"),
  undecided: count("inbound_event WHERE state = 'new' AND kind = 'message'"),
  called: count("integration_delivery WHERE state IN ('waiting', 'acting') AND is_turn = 1"),
});

/** Texts of the ticket of each customer, in the order of the conversation. */
function shown(): Map<string, string[]> {
  const rows = stored<{ number: string; body: string }>(
    `SELECT i.value AS number, m.body FROM message m JOIN contact_identity i ON i.contact_id = m.contact_id
     WHERE i.kind = 'pn' AND m.from_me = 1 ORDER BY m.place`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ number }) => number)].map(([number, group]) => [
      number,
      group.map(({ body }) => body),
    ]),
  );
}
/** The texts in their order; the greeting last where its place is open. */
const ordered = ({ greetsAnywhere }: Dialog, texts: readonly string[]): string[] =>
  greetsAnywhere
    ? [...texts.filter((words) => words !== GREETING), ...texts.filter((words) => words === GREETING)]
    : [...texts];

/** Kills the server at a random moment, or when a text has just arrived and its acceptance is not stored. */
async function kill(atArrival: boolean): Promise<void> {
  if (!atArrival) {
    await Bun.sleep(100 + Math.random() * 700);
    return world.server.kill();
  }
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  let left = 1 + Math.floor(Math.random() * 12);
  const ignore = world.network.feed.listenToAll((event) => {
    if (event.type !== "message" || event.message.fromMe || isShop(event.number)) return;
    left -= 1;
    if (left === 0) void world.server.kill().then(resolve);
  });
  await Promise.race([killed, Bun.sleep(5000)]);
  ignore();
  await world.server.kill();
}
const isShop = (number: string): boolean => Object.values(shops).some((shop) => shop.number === number);

test(
  `customers get each automatic text exactly once and in order, and tickets show it once, across ${KILLS} kills`,
  async () => {
    const hits = { queued: 0, sending: 0, undecided: 0, called: 0 };
    for (let kills = 0; kills < KILLS; kills += 1) {
      for (const [index, dialog] of DIALOGS.entries()) {
        // Half of the dialogs at a time, before both ways of a kill in turn.
        const isHeld = (index + (kills >> 1)) % 2 === 0;
        if (isHeld && (dialog.name !== "prompt" || kills < LAST_PROMPT)) begin(dialog);
      }
      await kill(kills % 2 === 1);
      for (const [key, rows] of Object.entries(undone())) if (rows > 0) hits[key as keyof typeof hits] += 1;
      await world.server.start();
      await goOn(OPEN);
    }
    await goOn(0);
    await noneLeft(() => Object.values(undone()).reduce((sum, rows) => sum + rows, 0), "nothing under way");
    if (KILLS > 20) console.log(`kills with such rows, of ${KILLS}: ${JSON.stringify(hits)}`);

    const tickets = shown();
    for (const { dialog, customer } of talks) {
      const texts = [dialog.name, ...ordered(dialog, expected(dialog))];
      expect([dialog.name, ...ordered(dialog, heard(customer))]).toEqual(texts);
      expect([dialog.name, ...ordered(dialog, tickets.get(customer.number) ?? [])]).toEqual(texts);
    }
    expect(count("message WHERE from_me = 1 AND ack = 0")).toBe(0);
    expect(count("outbox WHERE state <> 'sent'")).toBe(0);
    expect(world.network.problems).toEqual([]);
    expect(hits.queued + hits.sending).toBeGreaterThan(0);
  },
  10 * 60_000 + KILLS * 30_000,
);
