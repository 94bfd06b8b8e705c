import { afterAll, beforeAll, expect, test } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import { linkConnection, startWorld, type World } from "#test/helpers/whatsapp-world.ts";
import { type Dialog, furnish, startPartners } from "./automatic-company.ts";
import { expected, ordered, Talks } from "./automatic-talks.ts";

/** Kills: 10 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 10);
/** Prompts answer after 4 s: they begin early enough not to lengthen the ordinary run. */
const LAST_PROMPT = KILLS - 4;

let world: World;
let partners: ReturnType<typeof startPartners>;
let talks: Talks;
beforeAll(async () => {
  partners = startPartners();
  world = await startWorld({ env: { ALLOW_PRIVATE_URLS: "true" } });
  const { network, server, shop } = world;
  const other = network.addPhone({ number: "5511400010002", name: "Padaria Aurora 2" });
  const shops: Readonly<Record<Dialog["to"], Phone>> = { menu: shop, greeting: other };
  const menu = await linkConnection(world);
  const greeting = await linkConnection(world, "Loja Bairro", other);
  await furnish(server, { menu, greeting }, partners);
  talks = new Talks({
    server,
    addCustomer({ to }, index) {
      const number = `5511982${String(100_000 + index)}`;
      const addressing = index % 2 === 0 ? "pn" : "lid";
      const phone = network.addPerson({ number, name: `Cliente ${index}`, addressing });
      const heard = () => phone.inbox.map(({ content }) => textOf(content));
      return { number, heard, write: (text) => phone.send.text(shops[to], text) };
    },
    watchArrivals: (arrived) =>
      network.feed.listenToAll((event) => {
        if (event.type !== "message" || event.message.fromMe) return;
        if (![shop.number, other.number].includes(event.number)) arrived();
      }),
    // On an overloaded machine a killed server may need minutes until both numbers are connected again.
    patienceMs: KILLS > 20 ? 10 * 60_000 : 60_000,
  });
}, 300_000);
afterAll(async () => {
  await world?.close();
  await partners?.stop();
});

test(
  `customers get each automatic text exactly once and in order, and tickets show it once, across ${KILLS} kills`,
  async () => {
    const hits = { queued: 0, sending: 0, undecided: 0, called: 0 };
    const note = () => {
      for (const [key, rows] of Object.entries(talks.undone()))
        if (rows > 0) hits[key as keyof typeof hits] += 1;
    };
    for (let kills = 0; kills < KILLS; kills += 1)
      await talks.killAndGoOn(kills, ({ name }) => name !== "prompt" || kills < LAST_PROMPT, note);
    await talks.goOn(0);
    await noneLeft(
      () => Object.values(talks.undone()).reduce((sum, rows) => sum + rows, 0),
      "nothing under way",
    );
    if (KILLS > 20) console.log(`kills with such rows, of ${KILLS}: ${JSON.stringify(hits)}`);

    const shown = talks.shown();
    for (const { dialog, customer } of talks.all) {
      const texts = [dialog.name, ...ordered(dialog, expected(dialog))];
      expect([dialog.name, ...ordered(dialog, customer.heard())]).toEqual(texts);
      expect([dialog.name, ...ordered(dialog, shown.get(customer.number) ?? [])]).toEqual(texts);
    }
    expect(talks.count("message WHERE from_me = 1 AND ack = 0")).toBe(0);
    expect(talks.count("outbox WHERE state <> 'sent'")).toBe(0);
    expect(world.network.problems).toEqual([]);
    expect(hits.queued + hits.sending).toBeGreaterThan(0);
  },
  10 * 60_000 + KILLS * 30_000,
);
