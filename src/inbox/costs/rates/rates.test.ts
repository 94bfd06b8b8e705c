import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { forgetCards } from "#inbox/costs/prices/cards.ts";
import { type CostOffice, costOffice, costsSettled, installCard } from "#inbox/costs/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";

const DAY = 24 * 60 * 60_000;
let place: PagesApp;
let office: CostOffice;
let root: UserCtx;
let builtIn: readonly object[];
beforeAll(async () => {
  place = await startPagesApp();
  builtIn = all(place.app.installation.system, "SELECT market, micros, confirmed_at AS at FROM meta_rate");
  root = testUser(place.app.company("Provider"), { name: "Root", profile: "admin" });
  run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => place.stop());
beforeEach(async () => {
  run(place.app.installation.system, "DELETE FROM meta_rate");
  forgetCards(place.app.installation);
  office = await costOffice(place);
});
const asRoot = () => place.app.api(root);
const deliver = async (count: number) => {
  const sent = office.accept(count, () => ({ to: "5511988880000", template: "retomar_conversa" }));
  await office.post(sent.map((message) => office.status(message, "delivered")));
  await costsSettled(place);
};
const later = async () => {
  place.app.clock.advance(1000);
  place.app.installation.tenants.scheduleWakes([office.tenant.id], "costs", 0);
  await place.app.app.runJob("costs");
};
const trail = () =>
  all<{ details: string }>(
    office.tenant.db,
    "SELECT details FROM audit_log WHERE kind = 'cost' AND who = 'product'",
  ).map(({ details }) => JSON.parse(details));
const CARD = "Market,Currency,Marketing,Utility,Authentication\nBrazil,$US,0.0625,0.0068,0.0068\n";

test("the built-in prices for Brazil are not confirmed, so messages are counted without money", () => {
  expect(builtIn).toHaveLength(4);
  expect(builtIn).toContainEqual({ market: "Brazil", micros: 62_500, at: null });
});

describe("prices that are not confirmed", () => {
  test("an unconfirmed price, imported or typed, neither changes costs of messages nor leaves an entry in the audit trail", async () => {
    installCard(place);
    await later();
    await deliver(2);
    const entries = trail().length;
    const file = CARD.replaceAll("$US", "EUR");
    expect((await asRoot().post("/rates/import", { file, validFrom: "2026-10-01" })).status).toBe(200);
    const typed = {
      currency: "USD",
      market: "Chile",
      category: "utility",
      micros: 1,
      validFrom: "2026-10-01",
    };
    expect((await asRoot().post("/rates", typed)).status).toBe(200);
    run(office.tenant.db, "UPDATE message_cost SET micros = 1");
    await later();
    expect([office.sum().micros, trail().length]).toEqual([2, entries]);
  });

  test("a card that replaces a confirmed one from a later day reprices no messages", async () => {
    installCard(place);
    await later();
    await deliver(1);
    const entries = trail().length;
    await asRoot().post("/rates/import", { file: CARD, validFrom: "2027-04-01" });
    await later();
    expect([office.sum().micros, trail().length]).toEqual([6801, entries]);
  });

  test("confirming, correcting and withdrawing a card each reprices messages and leaves an audit entry with the months", async () => {
    await asRoot().post("/rates/import", { file: CARD, validFrom: "2026-10-01" });
    await deliver(2);
    const { rates } = (await asRoot().get("/rates")).body as { rates: { id: number; category: string }[] };
    const ids = rates.filter(({ category }) => category === "utility").map(({ id }) => id);
    const sums = [office.sum().micros];
    for (const change of [{ confirmed: true }, { micros: 7000 }, { confirmed: false }]) {
      place.app.clock.advance(1000);
      expect((await asRoot().put("/rates", { ids, ...change })).status).toBe(200);
      await later();
      sums.push(office.sum().micros);
    }
    expect(sums).toEqual([0, 2 * 6800, 2 * 7000, 0]);
    expect(trail()).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
  });
});

describe("limits of a card file", () => {
  const heading = "Market,Currency,Marketing,Utility,Authentication,Service";
  const fileOf = (rows: number, cells: string) =>
    [heading, ...Array.from({ length: rows }, (_, index) => `Market ${index},$US,${cells}`)].join("\n");
  const preview = (file: string) =>
    asRoot().post("/rates/import?dryRun=true", { file, validFrom: "2026-10-01" });

  test("a file has at most 5,000 rows, with any number of prices", async () => {
    expect((await preview(fileOf(5000, "1,2,3,n/a"))).body).toMatchObject({ added: 15_000 });
    const more = await preview(fileOf(5001, "1,n/a,n/a,n/a"));
    expect([more.status, more.body.error, more.body.details.reason]).toEqual([400, "ERR_RATE_FILE", "rows"]);
  });

  test("a file of more than 2 MB is rejected with 400", async () => {
    const { status, body } = await preview(`${heading}\n${" ".repeat(2_000_000)}`);
    expect([status, body.error]).toEqual([400, "ERR_VALIDATION"]);
  });
});

describe("rows of the ledger older than 25 months", () => {
  test("rows of the cost ledger older than 25 months are deleted, over several runs if needed, and the totals stay", async () => {
    installCard(place);
    await deliver(1);
    const { db } = office.tenant;
    run(
      db,
      `INSERT INTO message_cost (message_id, connection_id, origin, market, category, billable, micros, currency, state, scope, day,
        at, delivered) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
        SELECT 1000000 + i, ?, 'user', 'Brazil', 'utility', 1, 5, 'USD', 'priced', 'x', '2026-11-02', 1, 1 FROM n`,
      office.connectionId,
    );
    const rows = () => one<{ n: number }>(db, "SELECT count(*) AS n FROM message_cost")?.n;
    place.app.clock.advance(25 * 30 * DAY);
    await later();
    const before = office.sum();
    expect([rows(), before.count]).toEqual([4501, 4501]);
    place.app.clock.advance(60 * DAY);
    await later();
    expect(rows()).toBe(2501);
    // The job is due again at once.
    for (let run = 0; run < 2; run += 1) await place.app.app.runJob("costs");
    expect(rows()).toBe(0);
    expect(office.sum()).toEqual(before);
  });
});
