import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { forgetCards } from "#inbox/costs/prices/cards.ts";
import { type CostOffice, costOffice, costsSettled, installCard } from "#inbox/costs/testing.ts";
import { one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { pricingOf } from "#simulator/graph/cloud-pricing.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";

const HOUR = 60 * 60_000;
const PERIOD = "from=2026-11-01&to=2027-01-31";
const BRAZIL = "5511988880000";
let place: PagesApp;
let office: CostOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  installCard(place);
  pricingOf(place.graph.book).freeUntil.clear();
  office = await costOffice(place);
});
const admin = () => place.app.api(office.admin);
const report = async (more = "") => (await admin().get(`/costs?${PERIOD}${more}`)).body;
const db = () => office.tenant.db;
/** Sends templates; `before` runs between the acceptance and the delivery. */
const deliver = async (count = 1, before = () => {}) => {
  const sent = office.accept(count, () => ({ to: BRAZIL, template: "retomar_conversa" }));
  before();
  await office.post(sent.map((message) => office.status(message, "delivered")));
  await costsSettled(place);
};
const ticketId = () => one<{ id: number }>(db(), "SELECT max(id) AS id FROM ticket")?.id ?? 0;

describe("amounts of two currencies", () => {
  const becomeBrl = () => {
    run(
      place.app.installation.system,
      `INSERT INTO meta_rate (currency, market, category, micros, valid_from, source, confirmed_by, confirmed_at, updated_at)
        VALUES ('BRL', 'Brazil', 'utility', 40000, '2026-07-01', 'test', 'Root', 1, 1)`,
    );
    forgetCards(place.app.installation);
    run(db(), "UPDATE cost_account SET currency = 'BRL'");
    office.number.currency = "BRL";
  };

  test("a report, a ticket, a campaign and the budget never add amounts of different currencies", async () => {
    const campaign = () =>
      run(db(), "UPDATE outbox SET source = 'campaign', source_key = 'campaign:7:' || id");
    await deliver(2, campaign);
    becomeBrl();
    await deliver(1, campaign);
    const brl = { currency: "BRL", total: { count: 3, micros: 40_000 } };
    expect(await report()).toMatchObject({ ...brl, currencies: ["BRL", "USD"] });
    const usd = { currency: "USD", total: { count: 3, micros: 2 * 6801 } };
    expect(await report("&currency=USD")).toMatchObject(usd);
    for (const group of ["market", "queue", "campaign"])
      expect((await report(`&groupBy=${group}`)).lines).toMatchObject([{ count: 3, micros: 40_000 }]);
    expect((await admin().get(`/tickets/${ticketId()}/cost`)).body).toMatchObject({
      currency: "BRL",
      micros: 40_000,
    });
    expect((await admin().get("/costs/campaigns/7")).body).toMatchObject({
      ...{ currency: "USD", count: 3, micros: 2 * 6801 },
    });
    await admin().put("/costs/budget", { micros: 100_000 });
    expect((await admin().get("/costs/budget")).body).toMatchObject({ currency: "BRL", used: 40_000 });
    const estimate = { connectionId: office.connectionId, contactIds: [] };
    expect((await admin().post("/costs/estimate", estimate)).body.left).toBe(60_000);
  });
});

describe("groups of a report", () => {
  test("costs are shown by AI prompt, by campaign and by origin", async () => {
    const prompt = run(
      db(),
      "INSERT INTO prompt (name, prompt, base_url, model, created_at, updated_at) VALUES ('Balconista', 'x', '', 'm', 0, 0)",
    ).id;
    await deliver(2, () => {
      run(db(), "UPDATE ticket SET prompt_id = ?", prompt);
      run(db(), "UPDATE message SET origin = 'ai'");
    });
    await deliver(1, () => {
      run(db(), "UPDATE message SET origin = 'campaign' WHERE id = (SELECT max(id) FROM message)");
      run(
        db(),
        "UPDATE outbox SET source = 'campaign', source_key = 'campaign:9:1' WHERE id = (SELECT max(id) FROM outbox)",
      );
    });
    await deliver(1);
    const lines = async (group: string) =>
      (await report(`&groupBy=${group}`)).lines.map(
        ({ key, name, count }: { key: string; name: string | null; count: number }) => [key, name, count],
      );
    expect(await lines("prompt")).toEqual([[String(prompt), "Balconista", 2]]);
    expect(await lines("campaign")).toEqual([["9", null, 1]]);
    expect((await lines("bot")).sort()).toEqual([
      ["ai", null, 2],
      ["campaign", null, 1],
      ["user", null, 1],
    ]);
  });
});

test("a company sees nothing of another company's costs", async () => {
  await deliver(1, () => run(db(), "UPDATE outbox SET source = 'campaign', source_key = 'campaign:7:1'"));
  const stranger = place.app.api(testUser(place.app.company("Stranger"), { profile: "admin" }));
  expect((await stranger.get(`/costs?${PERIOD}`)).body.total.count).toBe(0);
  const file = await stranger.get(`/costs/messages.csv?${PERIOD}&language=en`);
  expect(String(file.body).trim().split("\r\n")).toHaveLength(1);
  const { connectionId } = office;
  const answers = [
    stranger.post("/costs/estimate", { connectionId, contactIds: [] }),
    stranger.get(`/costs/template-prices?connectionId=${connectionId}`),
    stranger.get("/costs/campaigns/7"),
    stranger.get(`/tickets/${ticketId()}/cost`),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await stranger.post("/costs/check", { month: "2026-11" })).body).toEqual([]);
  expect((await stranger.get("/costs/budget")).body).toMatchObject({ micros: null });
});

test("changes of costs are broadcast to admins only, every 10 seconds at most", async () => {
  const boss = await place.app.socket(office.admin);
  const ana = await place.app.socket(office.ana);
  await deliver(1);
  await deliver(1);
  await place.app.settled(office.admin, boss);
  expect(boss.events("cost")).toEqual([]);
  place.app.clock.advance(10_000);
  expect(await boss.event("cost", "update")).toMatchObject({ action: "update" });
  await deliver(1);
  place.app.clock.advance(10_000);
  await place.app.settled(office.admin, boss);
  await place.app.settled(office.ana, ana);
  expect([boss.events("cost").length, ana.events("cost").length]).toEqual([2, 0]);
});

describe("the cost of a ticket", () => {
  const cost = async () => (await admin().get(`/tickets/${ticketId()}/cost`)).body;
  const answer = async () => {
    const sent = office.accept(1, () => ({ to: BRAZIL }));
    await office.post(sent.map((message) => office.status(message, "delivered")));
    await costsSettled(place);
  };
  const clicks = () =>
    pricingOf(place.graph.book).freeUntil.set(
      `${office.number.id}:${BRAZIL}`,
      place.app.clock.now() + 72 * HOUR,
    );

  test("answers are free for 72 hours after the first answer to an ad, and after a second ad again", async () => {
    clicks();
    const began = place.app.clock.now();
    await answer();
    const until = (ms: number) => new Date(Math.floor(ms / 1000) * 1000 + 72 * HOUR).toISOString();
    expect(await cost()).toMatchObject({ perMessage: 0, freeUntil: until(began) });
    place.app.clock.advance(20 * HOUR);
    await answer();
    expect((await cost()).freeUntil).toBe(until(began));
    place.app.clock.advance(60 * HOUR);
    expect((await cost()).freeUntil).toBeNull();
    clicks();
    const again = place.app.clock.now();
    await answer();
    expect((await cost()).freeUntil).toBe(until(again));
  });

  test("the end of the free time is shown while no price is confirmed", async () => {
    installCard(place, []);
    clicks();
    await answer();
    expect(await cost()).toMatchObject({ micros: null, perMessage: null, freeUntil: expect.any(String) });
  });
});

describe("a contact without a phone number", () => {
  test("the country of the business-scoped id is the market of the ledger, an estimate and a ticket", async () => {
    cloudOf(place.graph.book).statuses = false;
    run(
      place.app.installation.system,
      "INSERT OR REPLACE INTO installation_setting (key, value) VALUES ('freeServiceMessages', '0')",
    );
    const rui = { name: "Rui", phone: undefined, userId: "PT.AbC123xyz" };
    office.customer(rui as never).writes("Oi");
    await costsSettled(place);
    const id = ticketId();
    const contactId = one<{ id: number }>(db(), "SELECT contact_id AS id FROM ticket")?.id ?? 0;
    const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ?";
    run(db(), accept, office.ana.actor.id, office.queueId);
    const price = 6801 + 1313;
    expect((await admin().get(`/tickets/${id}/cost`)).body.perMessage).toBe(price);
    const tag = run(
      db(),
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#000000', 0, 0)",
    ).id;
    run(db(), "INSERT INTO ticket_tag (ticket_id, tag_id) VALUES (?, ?)", id, tag);
    const list = (await admin().post("/contact-lists", { name: "Clientes" })).body.id as number;
    await admin().post("/contact-list-items", {
      ...{ contactListId: list, name: "Ana", number: BRAZIL, email: "" },
    });
    const estimate = async (who: object) =>
      (
        await admin().post("/costs/estimate", {
          ...{ connectionId: office.connectionId, templateName: "retomar_conversa", ...who },
        })
      ).body;
    const portugal = { market: "Rest of Western Europe", recipients: 1, micros: price };
    for (const who of [{ contactIds: [contactId] }, { tagListId: tag }])
      expect(await estimate(who)).toMatchObject({ micros: price, unknown: 0, markets: [portugal] });
    expect((await estimate({ tagListId: tag, contactListId: list })).markets).toEqual([
      portugal,
      { market: "Brazil", recipients: 1, micros: 6801 },
    ]);
    await place.app.api(office.ana).post(`/messages/${id}`, { body: "Olá" });
    await costsSettled(place);
    const sent = cloudOf(place.graph.book).sent.filter(({ number }) => number === office.number);
    await office.post(sent.map((message) => office.status(message, "delivered")));
    await costsSettled(place);
    expect(one(db(), "SELECT market, micros FROM message_cost")).toEqual({
      market: "Rest of Western Europe",
      micros: price,
    });
    cloudOf(place.graph.book).statuses = true;
    run(place.app.installation.system, "DELETE FROM installation_setting WHERE key = 'freeServiceMessages'");
  });
});
