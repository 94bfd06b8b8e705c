import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { forgetCards } from "#inbox/costs/prices/cards.ts";
import { type CostOffice, costOffice, costsSettled, installCard } from "#inbox/costs/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";

const PERIOD = "from=2026-11-01&to=2026-11-30";
let place: PagesApp;
let office: CostOffice;
let root: UserCtx;
beforeAll(async () => {
  place = await startPagesApp();
  root = testUser(place.app.company("Provider"), { name: "Root", profile: "admin" });
  run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => place.stop());
beforeEach(async () => {
  installCard(place);
  office = await costOffice(place);
});
const admin = () => place.app.api(office.admin);
const asRoot = () => place.app.api(root);
const deliver = async (count: number, template = "retomar_conversa") => {
  const sent = office.accept(count, () => ({ to: "5511988880000", template }));
  await office.post(sent.map((message) => office.status(message, "delivered")));
  await costsSettled(place);
};

describe("reports of costs", () => {
  test("an admin reads the costs by each property; an attendant gets 403", async () => {
    await deliver(3);
    for (const group of ["day", "category", "market", "connection", "queue", "user", "bot", "contact"]) {
      const { status, body } = await admin().get(`/costs?${PERIOD}&groupBy=${group}`);
      expect([group, status, body.total.micros, body.lines.length]).toEqual([group, 200, 3 * 6801, 1]);
    }
    expect((await admin().get("/costs?from=2026-01-01&to=2027-06-01")).status).toBe(400);
    expect((await place.app.api(office.ana).get(`/costs?${PERIOD}`)).status).toBe(403);
  });

  test("without a confirmed price the report and the file have counts and no money", async () => {
    installCard(place, []);
    await deliver(2);
    const { body } = await admin().get(`/costs?${PERIOD}`);
    expect(body).toMatchObject({ hasMoney: false, total: { count: 2, unpriced: 2, micros: null } });
    const file = await admin().get(`/costs/messages.csv?${PERIOD}&language=en`);
    const lines = String(file.body).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toEndWith(";No price;;");
  });

  test.each([
    ["pt", "Utilidade", "Atendentes", "Com preço"],
    ["en", "Utility", "Attendants", "Priced"],
    ["es", "Utilidad", "Agentes", "Con precio"],
  ])(
    "the exported messages have category, origin and state in words (%s)",
    async (language, category, origin, state) => {
      await deliver(1);
      const file = await admin().get(`/costs/messages.csv?${PERIOD}&language=${language}`);
      const cells = String(file.body).trim().split("\r\n")[1]?.split(";") ?? [];
      expect([cells[5], cells[8], cells[10]]).toEqual([category, origin, state]);
    },
  );

  test("an attendant sees the cost of a ticket only with the setting", async () => {
    await deliver(1);
    const ticketId = one<{ id: number }>(office.tenant.db, "SELECT id FROM ticket")?.id;
    run(office.tenant.db, "UPDATE ticket SET user_id = ?", office.ana.actor.id);
    const path = `/tickets/${ticketId}/cost`;
    expect((await place.app.api(office.ana).get(path)).status).toBe(403);
    await admin().put("/settings/showCosts", { value: "enabled" });
    const { status, body } = await place.app.api(office.ana).get(path);
    expect([status, body.micros, body.count, body.perMessage]).toEqual([200, 6801, 1, 0]);
    const other = await costOffice(place);
    expect((await place.app.api(other.admin).get(path)).status).toBe(404);
  });

  test("an estimate shows what is left of the budget to admins, not to attendants who may see costs", async () => {
    await admin().put("/settings/showCosts", { value: "enabled" });
    await admin().put("/costs/budget", { micros: 5_000_000 });
    const connectionId = one<{ id: number }>(office.tenant.db, "SELECT id FROM connection")?.id;
    const left = async (who: UserCtx) =>
      (await place.app.api(who).post("/costs/estimate", { connectionId, contactIds: [] })).body.left;
    expect([await left(office.admin), await left(office.ana)]).toEqual([5_000_000, null]);
  });
});

test("the report names official numbers whose time zone is not known", async () => {
  const path = "/costs?from=2026-11-01&to=2026-11-30";
  expect((await admin().get(path)).body.unknownZones).toEqual([]);
  run(office.tenant.db, "UPDATE cost_account SET timezone_id = '999', zone = NULL");
  expect((await admin().get(path)).body.unknownZones).toEqual(["Oficial"]);
});

describe("price cards", () => {
  const card =
    "Market,Currency,Marketing,Utility,Authentication\nBrazil,$US,0.0625,0.0068,n/a\nArgentina,$US,0.0618,0.026,0.026\n";
  beforeEach(() => {
    run(place.app.installation.system, "DELETE FROM meta_rate");
    forgetCards(place.app.installation);
  });

  test("a card is previewed, imported and confirmed, and prices messages only after the confirmation", async () => {
    const body = { file: card, validFrom: "2026-10-01" };
    const preview = await asRoot().post("/rates/import?dryRun=true", body);
    expect(preview.body).toMatchObject({ added: 5, replaced: 0 });
    expect(all(place.app.installation.system, "SELECT id FROM meta_rate")).toEqual([]);
    expect((await asRoot().post("/rates/import", body)).body.added).toBe(5);
    await deliver(1);
    expect(office.sum().micros).toBe(0);
    const { rates } = (await asRoot().get("/rates")).body as { rates: { id: number }[] };
    place.app.clock.advance(1000);
    expect((await asRoot().put("/rates", { ids: rates.map(({ id }) => id), confirmed: true })).status).toBe(
      200,
    );
    await place.app.app.runJob("costs");
    expect(office.sum().micros).toBe(6800);
    expect((await asRoot().post("/rates/import?dryRun=true", body)).body).toMatchObject({ unchanged: 5 });
    const next = { file: card.replace("0.0068", "0.0071"), validFrom: "2027-01-01" };
    expect((await asRoot().post("/rates/import", next)).body).toMatchObject({ replaced: 1, unchanged: 4 });
    const old = one(
      place.app.installation.system,
      "SELECT valid_to AS end FROM meta_rate WHERE micros = 6800",
    );
    expect(old).toEqual({ end: "2026-12-31" });
  });

  test.each([
    ["Country,Marketing\nBrazil,1", 1, "columns"],
    [`Market,Currency${",a".repeat(40)}\nBrazil,$US,1`, 1, "columns"],
    ["Market,Currency,Marketing\nBrazil,$US,much", 2, "price"],
    ["Market,Currency,Marketing\nBrazil,??,0.1", 2, "currency"],
    ["Market,Currency,Marketing\n,USD,0.1", 2, "market"],
    ["Market,Currency,Marketing\n", 2, "empty"],
  ])("the file %j is refused with row and reason", async (file, row, reason) => {
    const { status, body } = await asRoot().post("/rates/import", { file, validFrom: "2026-10-01" });
    expect([status, body.error, body.details]).toEqual([400, "ERR_RATE_FILE", { row, reason }]);
  });

  test("a card of 5,000 prices is imported completely or not at all, and a card with a duplicate price is rejected", async () => {
    const rows = Array.from({ length: 1250 }, (_, index) => `Market ${index},$US,${1000 + index},2,3,4`);
    const file = ["Market,Currency,Marketing,Utility,Authentication,Service", ...rows].join("\n");
    const count = () =>
      one<{ n: number }>(place.app.installation.system, "SELECT count(*) AS n FROM meta_rate")?.n;
    const twice = await asRoot().post("/rates/import", {
      ...{ file: `${file}\nMarket 0,$US,7,2,3,4`, validFrom: "2026-10-01" },
    });
    expect([twice.status, count()]).toEqual([409, 0]);
    const double = "Market,Currency,Marketing\nBrazil,$US,1\nBrazil,$US,2";
    expect((await asRoot().post("/rates/import", { file: double, validFrom: "2026-10-01" })).status).toBe(
      409,
    );
    expect(count()).toBe(0);
    const { body } = await asRoot().post("/rates/import", { file, validFrom: "2026-10-01" });
    expect([body.added, body.markets.length, count()]).toEqual([5000, 1250, 5000]);
    const next = await asRoot().post("/rates/import", {
      ...{ file: file.replace(",1000,", ",999,"), validFrom: "2027-01-01" },
    });
    expect(next.body).toMatchObject({ added: 0, replaced: 1, unchanged: 4999 });
  });

  test("a second price for the same days is refused with 409", async () => {
    const price = {
      currency: "USD",
      market: "Brazil",
      category: "utility",
      micros: 1,
      validFrom: "2026-10-01",
    };
    expect((await asRoot().post("/rates", { ...price, validTo: "2026-12-31" })).status).toBe(200);
    const second = await asRoot().post("/rates", { ...price, validFrom: "2026-12-31" });
    expect([second.status, second.body.error]).toEqual([409, "ERR_RATE_OVERLAP"]);
    expect((await asRoot().post("/rates", { ...price, validFrom: "2027-01-01" })).status).toBe(200);
  });

  test("only super users read and change price cards and currencies", async () => {
    const calls = [
      admin().get("/rates"),
      admin().post("/rates/import", { file: card, validFrom: "2026-10-01" }),
    ];
    const company = admin().put(`/companies/${office.tenant.id}/costs`, { currency: "BRL" });
    expect((await Promise.all([...calls, company])).map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe("the budget of a month", () => {
  const notices = () =>
    all<{ code: string }>(office.tenant.db, "SELECT code FROM notice ORDER BY id").map(({ code }) => code);

  test("admins get a notice and webhooks an event at 80 % and at 100 %, once each", async () => {
    const hook = { name: "ERP", url: "https://erp.example/hook", events: ["cost.budget"] };
    expect((await admin().post("/webhooks", hook)).status).toBe(200);
    await admin().put("/costs/budget", { micros: 5 * 6801, atEnd: "warn" });
    await deliver(3);
    expect(notices()).toEqual([]);
    await deliver(1);
    expect(notices()).toEqual(["cost_budget_80"]);
    await deliver(1);
    await deliver(1);
    expect(notices()).toEqual(["cost_budget_80", "cost_budget_100"]);
    const delivered = all<{ body: string }>(
      office.tenant.db,
      "SELECT body FROM integration_delivery WHERE event = 'cost.budget' ORDER BY id",
    ).map(({ body }) => JSON.parse(body) as object);
    const budget = { month: "2026-11", currency: "USD", micros: 5 * 6801, atEnd: "warn" };
    expect(delivered).toMatchObject([
      { type: "cost.budget", connection: null, budget: { ...budget, percent: 80, used: 4 * 6801 } },
      { type: "cost.budget", connection: null, budget: { ...budget, percent: 100, used: 5 * 6801 } },
    ]);
    expect((await admin().get("/costs/budget")).body).toMatchObject({
      micros: 5 * 6801,
      used: 6 * 6801,
      atEnd: "warn",
    });
  });

  test("a used budget stops bots if the company chose so, but never messages of people", async () => {
    const other = testQueue(office.tenant, "Suporte");
    const menu = { name: "Oficial", queueIds: [office.queueId, other], greetingMessage: "Escolha o setor" };
    expect((await admin().put(`/whatsapp/${office.connectionId}`, menu)).status).toBe(200);
    const botTexts = async (atEnd: string, phone: string) => {
      await admin().put("/costs/budget", { micros: 1, atEnd });
      office.customer({ phone }).writes("Oi");
      await costsSettled(place);
      const sent =
        "SELECT count(*) AS n FROM message WHERE origin = 'bot' AND ticket_id = (SELECT max(id) FROM ticket)";
      return one<{ n: number }>(office.tenant.db, sent)?.n;
    };
    await deliver(1);
    expect(await botTexts("warn", "5511920990001")).toBe(1);
    expect(await botTexts("stop_marketing", "5511920990002")).toBe(1);
    expect(await botTexts("stop_automatic", "5511920990003")).toBe(0);
    const ticketId = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
    run(
      office.tenant.db,
      "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?",
      office.ana.actor.id,
      office.queueId,
      ticketId,
    );
    const answer = await place.app.api(office.ana).post(`/messages/${ticketId}`, { body: "Olá" });
    expect(answer.status).toBe(200);
  });
});

describe("the check against Meta", () => {
  test("equal figures notify no one; missing messages are notified, and nothing is corrected", async () => {
    await deliver(10);
    const month = { month: "2026-11" };
    const equal = await admin().post("/costs/check", month);
    expect(equal.body).toEqual([
      { category: "utility", count: 10, micros: 68_010, metaCount: 10, metaMicros: 68_010, differs: false },
    ]);
    run(
      office.tenant.db,
      "DELETE FROM message_cost WHERE message_id = (SELECT max(message_id) FROM message_cost)",
    );
    expect((await admin().post("/costs/check", month)).body[0]).toMatchObject({ count: 9, differs: true });
    expect(one(office.tenant.db, "SELECT code FROM notice")).toEqual({ code: "cost_difference" });
  });
});

describe("the price of a category", () => {
  test("each category states its price to the country of the number, and only to people who see costs", async () => {
    const path = `/costs/template-prices?connectionId=${office.connectionId}`;
    const { body } = await admin().get(path);
    expect(body).toEqual({
      currency: "USD",
      prices: [
        { category: "marketing", micros: 62_500 },
        { category: "utility", micros: 6801 },
        { category: "authentication", micros: 6800 },
      ],
    });
    await admin().put("/settings/showCosts", { value: "disabled" });
    expect((await place.app.api(office.ana).get(path)).status).toBe(403);
  });
});

describe("an estimate", () => {
  test("an estimate contains recipients by market, recipients without a price, and the rest of the budget", async () => {
    const numbers = ["5511988880001", "5511988880002", "351911111111", "9990000000"];
    office.accept(4, (index) => ({ to: numbers[index] ?? "" }));
    await admin().put("/costs/budget", { micros: 1_000_000 });
    const contactIds = all<{ id: number }>(office.tenant.db, "SELECT id FROM contact").map(({ id }) => id);
    const { status, body } = await admin().post("/costs/estimate", {
      ...{ connectionId: office.connectionId, templateName: "oferta_de_novembro", contactIds },
    });
    expect([status, body.recipients, body.unknown, body.micros, body.left]).toEqual([
      200, 4, 1, 188_813, 1_000_000,
    ]);
    expect(body.markets[0]).toEqual({ market: "Brazil", recipients: 2, micros: 125_000 });
  });

  test("a number that is in the list and has the tag counts once", async () => {
    office.accept(1, () => ({ to: "5511988880001" }));
    const { db } = office.tenant;
    const tag = run(
      db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#000000', 0, 0)",
    ).id;
    run(db, "INSERT INTO ticket_tag (ticket_id, tag_id) SELECT id, ? FROM ticket", tag);
    const list = (await admin().post("/contact-lists", { name: "Clientes" })).body.id as number;
    for (const number of ["5511988880001", "351911111111"])
      await admin().post("/contact-list-items", { contactListId: list, name: "Rui", number, email: "" });
    const { body } = await admin().post("/costs/estimate", {
      ...{ connectionId: office.connectionId, contactListId: list, tagListId: tag },
    });
    expect(body.recipients).toBe(2);
  });
});

describe("the monthly check against Meta", () => {
  const notices = () => all<{ code: string }>(office.tenant.db, "SELECT code FROM notice");
  const lose = () =>
    run(
      office.tenant.db,
      "DELETE FROM message_cost WHERE message_id = (SELECT max(message_id) FROM message_cost)",
    );
  const runOn = async (day: string) => {
    place.app.clock.set(Date.parse(`${day}T12:00:00Z`));
    place.app.installation.tenants.scheduleWakes([office.tenant.id], "costs", 0);
    await place.app.app.runJob("costs");
  };
  const checks = () => all(office.tenant.db, "SELECT month, count, meta_count AS meta FROM cost_check");

  test("the first full month is compared once, from the third day of the next month, and a difference is notified", async () => {
    await deliver(3);
    lose();
    await runOn("2026-12-05");
    expect(checks()).toEqual([]);
    await deliver(10);
    lose();
    await runOn("2027-01-02");
    expect(checks()).toEqual([]);
    await runOn("2027-01-03");
    expect(checks()).toEqual([{ month: "2026-12", count: 9, meta: 10 }]);
    expect(notices()).toEqual([{ code: "cost_difference" }]);
    lose();
    await runOn("2027-01-04");
    expect(checks()).toEqual([{ month: "2026-12", count: 9, meta: 10 }]);
  });
});
