import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { CampaignDetail } from "#outreach/campaigns/contract.ts";
import { waitAfter } from "#outreach/campaigns/sending/pacing.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually, linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";

/** Recipients of the ordinary run; the long one has 2,000 (`CAMPAIGN_RECIPIENTS=2000`). */
const RECIPIENTS = Number(process.env["CAMPAIGN_RECIPIENTS"] ?? 80);
const KILLS = process.env["CAMPAIGN_RECIPIENTS"] === undefined ? 5 : 10;
const MINUTES = 60_000;

let world: World;
let people: Phone[];
beforeAll(async () => {
  world = await startWorld({ command: [process.execPath, "test/faults/campaign-child.ts"] });
  people = Array.from({ length: RECIPIENTS }, (_, n) =>
    world.network.addPerson({
      number: `55119${String(80_000_000 + n)}`,
      name: `Pessoa ${n}`,
      addressing: n % 2 === 0 ? "pn" : "lid",
    }),
  );
}, MINUTES);
afterAll(async () => {
  await world?.server.kill();
  await world?.close();
});

function stored<Row>(sql: string): Row[] {
  const path = join(world.server.directory, "data", "companies", "1", "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}
const dispatched = () =>
  stored<{ n: number }>("SELECT count(*) AS n FROM campaign_recipient WHERE dispatched_at IS NOT NULL")[0]
    ?.n ?? 0;
const textOf = (message: Phone["inbox"][number]) =>
  message.content.conversation ?? message.content.extendedTextMessage?.text ?? "";

test(
  `a campaign to ${RECIPIENTS} reaches every phone exactly once across ${KILLS} kills, in order and at its pace`,
  async () => {
    const { server } = world;
    const whatsappId = await linkConnection(world);
    await server.call("PUT", `/whatsapp/${whatsappId}`, { sendIntervalMs: 0, newChatsPerDay: 0 });
    await server.call("PUT", "/settings/campaignDailyCap", { value: "0" });
    const list = await server.call<{ id: number }>("POST", "/contact-lists", { name: "Clientes" });
    for (const [n, { number }] of people.entries())
      await server.call("POST", "/contact-list-items", {
        ...{ contactListId: list.id, name: `Pessoa ${n}`, number, email: `p${n}@example.com` },
      });
    const { id } = await server.call<{ id: number }>("POST", "/campaigns", {
      ...{ name: "Natal", message1: "A {nome}", message2: "B {nome}", contactListId: list.id, whatsappId },
      // The time of the server's own clock.
      scheduledAt: stored<{ at: number }>("SELECT max(created_at) + 1 AS at FROM contact_list_item")
        .map(({ at }) => new Date(at).toISOString())
        .at(0),
    });

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const until = Math.floor((RECIPIENTS * kill) / (KILLS + 1));
      await eventually(
        async () => (dispatched() >= until ? true : undefined),
        `${until} dispatched`,
        2 * MINUTES,
      );
      // Each kill happens at another stage of a message.
      await Bun.sleep((kill * 7) % 23);
      await server.kill();
      await server.start();
      await connectedAgain();
    }
    const over = "SELECT 1 FROM campaign WHERE status = 'finished'";
    await eventually(async () => (stored(over).length > 0 ? true : undefined), "the end", 5 * MINUTES);

    const got = people.map((phone) => phone.inbox.map(textOf));
    expect(got).toEqual(people.map((_, n) => [`${n % 2 === 0 ? "A" : "B"} Pessoa ${n}`]));

    const rows = stored<{ position: number; at: number }>(
      "SELECT position, dispatched_at AS at FROM campaign_recipient ORDER BY dispatched_at",
    );
    expect(rows.map(({ position }) => position)).toEqual(people.map((_, n) => n));
    const pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
    const late = rows.slice(1).map(({ at }, n) => at - (rows[n]?.at ?? 0) - waitAfter(n + 1, pace, 0.5));
    // No message is early; only killed ones are late.
    expect(Math.min(...late)).toBe(0);
    expect(late.filter((ms) => ms > 0).length).toBeLessThanOrEqual(KILLS);

    await server.signIn();
    const { report } = await server.call<CampaignDetail>("GET", `/campaigns/${id}`);
    const messages = got.flat().length;
    expect(report).toMatchObject({ total: messages, valid: messages, delivered: messages, progress: 1 });
    expect(report.failed).toEqual({});
  },
  15 * MINUTES,
);

async function connectedAgain(): Promise<void> {
  const connected = "SELECT 1 FROM connection WHERE status = 'CONNECTED'";
  await eventually(async () => (stored(connected).length > 0 ? true : undefined), "CONNECTED", MINUTES);
}
