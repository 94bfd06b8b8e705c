import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { standingVerbs } from "#simulator/control/standing-verbs.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import { linkConnection, startWorld, type World, waitConnected } from "#test/helpers/whatsapp-world.ts";

/** Kills: 2 in the ordinary run, 100 in the long one (`FAULT_KILLS=100`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 2);
const LIMIT_MS = 10 * 60_000 + KILLS * 30_000;
const PEOPLE = 5;
const MINUTE = 60_000;
const TOKEN = "f3a9c1d7e5b2486092afcd13b7e845d01";

let world: World;
let connectionId: number;
let numbers = 0;

beforeAll(async () => {
  world = await startWorld();
  connectionId = await linkConnection(world);
  const settings = { name: "Loja", token: TOKEN, newChatsPerDay: 0, sendIntervalMs: 0 };
  await world.server.call("PUT", `/whatsapp/${connectionId}`, settings);
}, 60_000);
afterAll(async () => {
  await world?.close();
});

const file = () => join(world.server.directory, "data", "companies", "1", "company.sqlite");
function stored<Row>(sql: string): Row[] {
  const db = openDatabase(file(), { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const count = (where: string): number =>
  stored<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE ${where}`)[0]?.n ?? 0;
/** Lets the minutes of the release pass, and lets refused and unchecked messages go; the server is not running. */
function skipTime(): void {
  const db = openDatabase(file(), { durability: "full" });
  db.exec(`UPDATE outbox SET next_try_at = 0
    WHERE state = 'queued' AND (held_by IS NULL OR held_by IN ('refused', 'number_check'))`);
  db.close();
}
/** The messages that wait for their minute: in the order of their rows, one minute apart at least. */
function expectPace(): void {
  const rows = stored<{ id: number; at: number }>(
    "SELECT id, next_try_at AS at FROM outbox WHERE state = 'queued' AND is_cold = 1 AND attempts = 0 ORDER BY next_try_at",
  );
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
  for (const [index, { at }] of rows.slice(1).entries())
    expect(at - (rows[index]?.at ?? 0)).toBeGreaterThanOrEqual(MINUTE);
}
const newPerson = (): Phone => {
  numbers += 1;
  return world.network.addPerson({ number: `55119730${10_000 + numbers}`, name: `Novo ${numbers}` });
};
async function send(person: Phone, text: string): Promise<void> {
  const response = await fetch(`${world.server.url}/api/messages/send`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      "idempotency-key": text,
    },
    body: JSON.stringify({ number: person.number, body: text }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}
/** Restrictions of a ban that the server stored as in force. */
const openBans = (): number =>
  stored<{ n: number }>(
    "SELECT count(*) AS n FROM connection_restriction WHERE kind = 'temp_ban' AND lifted_at IS NULL",
  )[0]?.n ?? 0;
/** The two minutes pass after which campaigns resume; the server is not running. */
function resumeCampaigns(): void {
  const db = openDatabase(file(), { durability: "full" });
  db.exec("UPDATE campaign SET resume_at = 1 WHERE resume_at IS NOT NULL");
  db.close();
}
/** The ban ends on the network, and the hour of it has passed; the server is not running. */
function endBan(): void {
  world.shop.standing.ban = null;
  const db = openDatabase(file(), { durability: "full" });
  db.exec("UPDATE connection_restriction SET ends_at = 1 WHERE kind = 'temp_ban'");
  db.close();
}
async function restart(): Promise<void> {
  await world.server.start();
  await world.server.signIn();
  await waitConnected(world.server, connectionId);
}

test(
  `messages held by a lock arrive exactly once after it, across ${KILLS} kills during hold and release`,
  async () => {
    const { network, server, shop } = world;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await standingVerbs["account.lock"].run(network, { number: shop.number });
      const people = Array.from({ length: PEOPLE }, newPerson);
      const sendAll = () => Promise.allSettled(people.map((person) => send(person, `oi ${person.number}`)));
      const first = sendAll();
      await Bun.sleep(kill % 2 === 0 ? (kill * 37) % 300 : 1500);
      await server.kill();
      await first;
      await restart();
      expect((await sendAll()).map(({ status }) => status)).toEqual(people.map(() => "fulfilled"));
      await noneLeft(() => PEOPLE - count("held_by = 'reachout_lock'"), "all messages held");
      expect(people.flatMap(({ inbox }) => inbox)).toEqual([]);

      await standingVerbs.lift.run(network, { number: shop.number });
      await Bun.sleep((kill * 53) % 400);
      await server.kill();
      await restart();
      await noneLeft(() => count("held_by IS NOT NULL"), "no message held");
      expectPace();
      await server.kill();
      skipTime();
      await server.start();
      await Bun.sleep((kill * 71) % 500);
      await server.kill();
      await restart();
      await noneLeft(() => people.filter(({ inbox }) => inbox.length === 0).length, "all messages arrived");
      await noneLeft(() => count("state IN ('queued', 'sending')"), "no message under way");
      expect(people.map(({ inbox }) => inbox.length)).toEqual(people.map(() => 1));
    }
    expect(network.problems).toEqual([]);
  },
  LIMIT_MS,
);

test(
  `messages by hand, schedule, API and campaign that a ban holds leave one by one after it, people first, across ${KILLS} kills`,
  async () => {
    const { network, server, shop } = world;
    const { number } = shop;
    await server.call("PUT", "/settings/campaignsEnabled", { key: "campaignsEnabled", value: "true" });
    await server.call("POST", "/campaign-settings", {
      settings: { messageInterval: 0, longerIntervalAfter: 0 },
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [byHand, planned, byApi, listed] = [newPerson(), newPerson(), newPerson(), newPerson()];
      const contacts = new Map<Phone, number>();
      for (const person of [byHand, planned]) {
        const contact = { name: person.name, number: person.number, email: "", extraInfo: [] };
        contacts.set(person, (await server.call<{ id: number }>("POST", "/contacts", contact)).id);
      }
      const ticket = { contactId: contacts.get(byHand), whatsappId: connectionId, status: "open" };
      const { id } = await server.call<{ id: number }>("POST", "/tickets", ticket);
      await standingVerbs.ban.run(network, { number, reason: 402, code: 101, seconds: 3600 });
      await noneLeft(() => (openBans() === 0 ? 1 : 0), "the ban");
      await server.call("POST", "/schedules", {
        ...{ body: `agenda ${kill} aqui`, contactId: contacts.get(planned), whatsappId: connectionId },
        sendAt: new Date().toISOString(),
      });
      await send(byApi, `api ${kill}`);
      await server.call("POST", `/messages/${id}`, { body: `mão ${kill}` });
      await noneLeft(() => 3 - count("held_by = 'temp_ban'"), "three messages held");
      const list = await server.call<{ id: number }>("POST", "/contact-lists", { name: `Lista ${kill}` });
      const item = { name: listed.name, number: listed.number, email: "", contactListId: list.id };
      await server.call("POST", "/contact-list-items", item);
      await server.call("POST", "/campaigns", {
        ...{ name: `Campanha ${kill}`, contactListId: list.id, whatsappId: connectionId },
        ...{ message1: `campanha ${kill}`, confirmation: false, scheduledAt: new Date().toISOString() },
      });
      await Bun.sleep((kill * 113) % 500);
      await server.kill();
      endBan();
      await restart();
      await noneLeft(() => count("held_by IS NOT NULL"), "no message held");
      const waiting = stored<{ source: string }>(
        "SELECT source FROM outbox WHERE state = 'queued' AND is_cold = 1 ORDER BY next_try_at",
      ).map(({ source }) => source);
      expect(waiting.at(-1)).toBe("api");
      const people = [byHand, planned, byApi, listed];
      for (let turn = 0; turn < 20 && people.some(({ inbox }) => inbox.length === 0); turn += 1) {
        await server.kill();
        skipTime();
        resumeCampaigns();
        await restart();
        await Bun.sleep(2500);
      }
      expect(people.map(({ inbox }) => inbox.length)).toEqual(people.map(() => 1));
    }
    expect(network.problems).toEqual([]);
  },
  LIMIT_MS,
);

test(
  `messages arrive exactly once when the number is restricted, banned and freed, across ${KILLS} kills at random moments`,
  async () => {
    const { network, server, shop } = world;
    const { number } = shop;
    const change = [
      () => standingVerbs["account.lock"].run(network, { number }),
      () => standingVerbs.lift.run(network, { number }),
      () => standingVerbs.ban.run(network, { number, reason: 402, code: 101, seconds: 3600 }),
      () => standingVerbs.cap.run(network, { number, total: 0 }),
      () => standingVerbs["account.lock"].run(network, { number, isQuiet: true }),
    ];
    const everyone: Phone[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const people = [newPerson(), newPerson()];
      everyone.push(...people);
      const sendAll = () => Promise.allSettled(people.map((person) => send(person, `olá ${person.number}`)));
      const first = sendAll();
      await Bun.sleep((kill * 31) % 120);
      await change[kill % change.length]?.();
      await Bun.sleep((kill * 97) % 700);
      await server.kill();
      await first;
      if (shop.standing.ban) {
        const arrived = everyone.flatMap(({ inbox }) => inbox).length;
        // The server also starts during the ban, and is killed again.
        await server.start();
        await Bun.sleep((kill * 61) % 900);
        await server.kill();
        expect(everyone.flatMap(({ inbox }) => inbox).length).toBe(arrived);
        endBan();
      }
      await restart();
      expect((await sendAll()).map(({ status }) => status)).toEqual(people.map(() => "fulfilled"));
    }
    await standingVerbs.lift.run(network, { number });
    for (let turn = 0; turn < 20 && everyone.some(({ inbox }) => inbox.length === 0); turn += 1) {
      await server.kill();
      skipTime();
      await restart();
      await Bun.sleep(3000);
    }
    expect(everyone.map(({ inbox }) => inbox.length)).toEqual(everyone.map(() => 1));
    expect(network.problems).toEqual([]);
  },
  LIMIT_MS,
);
