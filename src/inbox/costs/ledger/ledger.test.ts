import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type CostOffice, costOffice, costsSettled, installCard, TEST_CARD } from "#inbox/costs/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { billOf, pricingOf } from "#simulator/graph/cloud-pricing.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

let place: PagesApp;
let office: CostOffice;
beforeAll(async () => {
  place = await startPagesApp();
  installCard(place);
});
afterAll(() => place.stop());
beforeEach(async () => {
  Object.assign(pricingOf(place.graph.book), {
    ...{ freeServiceMessages: 1000, marksFree: false },
    withholds: (status: string) => status === "read",
    words: (pricing: object) => pricing,
  });
  run(place.app.installation.system, "DELETE FROM installation_setting WHERE key = 'freeServiceMessages'");
  office = await costOffice(place);
});

// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
const rows = (): any[] => all(office.tenant.db, "SELECT * FROM message_cost ORDER BY message_id");
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
const row = (): any => rows()[0];
const bill = () => billOf(place.graph.book, office.number.businessId);
const billed = () => bill().reduce((sum, { micros }) => sum + micros, 0);
const to = (instant: string) => {
  const ms = Date.parse(instant) - place.app.clock.now();
  if (ms > 0) place.app.clock.advance(ms);
};
const deliver = async (sent: readonly SentByCloud[], status = "delivered") => {
  await office.post(sent.map((one) => office.status(one, status)));
  await costsSettled(place);
};
/** The delivery reports of these messages, delivered one after the other. */
const inTurn = (sent: readonly SentByCloud[]) =>
  sent.map((one) => {
    place.app.clock.advance(2000);
    return office.status(one, "delivered");
  });
const allow = (count: number) => {
  pricingOf(place.graph.book).freeServiceMessages = count;
  const insert = "INSERT INTO installation_setting (key, value) VALUES ('freeServiceMessages', ?)";
  run(place.app.installation.system, insert, String(count));
};

describe("the ledger of an official number", () => {
  test("the cost row of a template is created with its first status and priced when the template is delivered", async () => {
    const sent = office.accept(1, () => ({ to: "5511988880000", template: "retomar_conversa" }));
    to("2026-11-24T12:00:00Z");
    await office.post(sent.map((one) => office.status(one, "sent")));
    await quiet(place.graph);
    expect(row()).toMatchObject({
      state: "told",
      category: "utility",
      type: "regular",
      micros: 0,
      delivered: 0,
    });
    expect(office.sum()).toEqual({ micros: 0, count: 0 });
    await deliver(sent);
    expect(row()).toMatchObject({ state: "priced", market: "Brazil", micros: 6801, currency: "USD" });
    expect(office.sum()).toEqual({ micros: 6801, count: 1 });
  });

  test("a status that is reported twice, or after a later one, adds no second row", async () => {
    const sent = office.accept(1, () => ({ to: "351911111111", template: "retomar_conversa" }));
    await deliver(sent, "read");
    expect(row()).toMatchObject({ state: "estimated", micros: 8114 });
    await deliver(sent);
    await deliver(sent);
    await deliver(sent, "sent");
    expect(rows()).toHaveLength(1);
    expect(row()).toMatchObject({ state: "priced", category: "utility", micros: 8114 });
    expect(office.sum().micros).toBe(billed());
  });

  test("a message that failed costs nothing", async () => {
    const sent = office.accept(1, () => ({ to: "5511988880000", template: "retomar_conversa" }));
    await deliver(sent, "sent");
    await deliver(sent, "failed");
    expect(row()).toMatchObject({ state: "void", micros: 0 });
    await deliver(sent, "sent");
    await deliver(sent, "failed");
    expect(row()).toMatchObject({ state: "void", micros: 0 });
    expect(office.sum()).toEqual({ micros: 0, count: 0 });
  });

  test("a message whose failure is reported before its acceptance has no row", async () => {
    const sent = office.accept(1, () => ({ to: "5511988880000", template: "retomar_conversa" }));
    await deliver(sent, "failed");
    await deliver(sent, "sent");
    expect(rows()).toEqual([]);
  });

  test("a failure that is reported after the delivery changes no cost", async () => {
    const sent = office.accept(1, () => ({ to: "5511988880000", template: "retomar_conversa" }));
    await deliver(sent);
    await deliver(sent, "failed");
    await deliver(sent, "failed");
    expect(row()).toMatchObject({ state: "priced", micros: 6801 });
    expect(office.sum()).toEqual({ micros: 6801, count: 1 });
  });

  test("a message without any pricing is estimated by its template or as an answer", async () => {
    pricingOf(place.graph.book).withholds = () => true;
    run(office.tenant.db, "UPDATE message_template SET category = 'MARKETING' WHERE name = 'pedido_enviado'");
    const [template, answer] = office.accept(2, (index) => ({
      to: "5511988880000",
      ...(index === 0 && { template: "pedido_enviado" }),
    }));
    await deliver([template, answer].filter((one) => one !== undefined));
    expect(rows()).toMatchObject([
      { state: "estimated", category: "marketing", type: null, micros: 62_500 },
      { state: "estimated", category: "service", type: null, micros: 0, allowance: 1 },
    ]);
  });

  test("an unknown category is counted without money", async () => {
    pricingOf(place.graph.book).words = (pricing) => ({
      ...pricing,
      category: "brand_new",
      type: "surprising",
    });
    await deliver(office.accept(1));
    expect(row()).toMatchObject({ state: "unpriced", category: "brand_new", currency: null, micros: 0 });
    expect(one(office.tenant.db, "SELECT count, unpriced FROM cost_total")).toEqual({
      count: 1,
      unpriced: 1,
    });
  });

  test("a market without a price and a recipient without a market are counted without money", async () => {
    const numbers = ["9990000000000", "5411900000000"];
    await deliver(office.accept(2, (index) => ({ to: numbers[index] ?? "", template: "retomar_conversa" })));
    expect(rows().map(({ market, state }) => [market, state])).toEqual([
      ["", "unpriced"],
      ["Argentina", "unpriced"],
    ]);
  });

  test("messages after an ad are free for 72 hours", async () => {
    const sent = office.accept(1);
    pricingOf(place.graph.book).freeUntil.set(
      `${office.number.id}:5511988880000`,
      place.app.clock.now() + 1000,
    );
    await deliver(sent);
    expect(row()).toMatchObject({ state: "priced", type: "free_entry_point", micros: 0, allowance: 0 });
  });

  test("an answer of Meta's own agent creates neither a message nor a cost", async () => {
    office.customer().writesToMetaAgent("Oi");
    await costsSettled(place);
    expect(rows()).toEqual([]);
    expect(all(office.tenant.db, "SELECT id FROM message")).toEqual([]);
  });
});

describe("statuses that arrive before the answer of the call", () => {
  test("a template whose statuses come first has one row with its price, and is sent once", async () => {
    const cloud = cloudOf(place.graph.book);
    cloud.statusesFirst = true;
    try {
      office.customer({ phone: "5511988880000" }).writes("Oi");
      await costsSettled(place);
      const id = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
      run(office.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", office.ana.actor.id);
      const template = { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] };
      expect((await office.asAna.post(`/messages/${id}`, template)).status).toBe(200);
      await costsSettled(place);
      expect(rows()).toMatchObject([{ state: "priced", template: "pedido_enviado", micros: 6801 }]);
      expect(cloud.sent.filter(({ number }) => number === office.number)).toHaveLength(1);
      expect(office.sum().micros).toBe(billed());
    } finally {
      cloud.statusesFirst = false;
    }
  });
});

describe("the volume steps of a month", () => {
  test("a delivery that is reported after later ones has the price of its place in the order of delivery", async () => {
    const sent = office.accept(60, () => ({ to: "5511988880000", template: "retomar_conversa" }));
    const statuses = inTurn(sent);
    await office.post(statuses.slice(10));
    await office.post(statuses.slice(0, 10));
    await costsSettled(place);
    const prices = bill().map(({ micros }) => micros);
    expect(rows().map(({ micros }) => micros)).toEqual(prices);
    expect(new Set(prices)).toEqual(new Set([6801, 6007]));
  });

  test("an answer that loses its free place to a late report has the price of its place in the order of delivery", async () => {
    const card = TEST_CARD.filter(({ category }) => category === "utility");
    installCard(place, [...TEST_CARD, ...card.map((price) => ({ ...price, category: "service" }))]);
    try {
      allow(10);
      const sent = office.accept(70, () => ({ to: "5511988880000" }));
      const statuses = inTurn(sent);
      await office.post(statuses.slice(1));
      await office.post(statuses.slice(0, 1));
      await costsSettled(place);
      const prices = bill().map(({ micros }) => micros);
      expect(rows().map(({ micros }) => micros)).toEqual(prices);
      expect(new Set(prices)).toEqual(new Set([0, 6801, 6007]));
    } finally {
      installCard(place);
    }
  });
});

describe("the free answers of a month", () => {
  test("answers are free until the allowance is used up, in the order of delivery, not of arrival", async () => {
    allow(3);
    const numbers = ["351911111111", "5511988880000"];
    const sent = office.accept(8, (index) => ({ to: numbers[index % 2] ?? "" }));
    const statuses = inTurn(sent);
    await office.post(statuses.toReversed());
    await costsSettled(place);
    expect(rows().filter(({ allowance }) => allowance === 1)).toHaveLength(3);
    expect(office.sum().micros).toBe(billed());
  });

  test("once Meta marks free answers itself, only the marked answers are free", async () => {
    allow(2);
    await deliver(office.accept(1));
    expect(row()).toMatchObject({ allowance: 1, micros: 0 });
    pricingOf(place.graph.book).marksFree = true;
    await deliver(office.accept(3));
    expect(rows().map(({ allowance, micros }) => [allowance, micros])).toEqual([
      [0, 6801],
      [0, 0],
      [0, 0],
      [0, 6801],
    ]);
  });
});

describe("a corrected price card", () => {
  test("a corrected price card reprices the rows of the days that it covers", async () => {
    await deliver(office.accept(60, () => ({ to: "5511988880000", template: "retomar_conversa" })));
    const before = office.sum().micros;
    expect(before).toBe(billed());
    place.app.clock.advance(1000);
    installCard(
      place,
      TEST_CARD.map((price) => ({ ...price, micros: price.micros + 11 })),
    );
    place.app.installation.tenants.scheduleWakes([office.tenant.id], "costs", 0);
    await place.app.app.runJob("costs");
    expect(office.sum().micros).toBe(before + 60 * 11);
    expect(office.sum().micros).toBe(billed());
    installCard(place);
  });

  test("without a confirmed card messages are counted without money, and priced once it is confirmed", async () => {
    const { system } = place.app.installation;
    installCard(place, []);
    await deliver(office.accept(2, () => ({ to: "5511988880000", template: "retomar_conversa" })));
    expect(rows().map(({ state }) => state)).toEqual(["unpriced", "unpriced"]);
    place.app.clock.advance(1000);
    installCard(place);
    expect(one(system, "SELECT count(*) AS n FROM meta_rate")).toEqual({ n: TEST_CARD.length });
    place.app.installation.tenants.scheduleWakes([office.tenant.id], "costs", 0);
    await place.app.app.runJob("costs");
    expect(office.sum().micros).toBe(2 * 6801);
  });
});
