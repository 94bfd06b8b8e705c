import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { superUser } from "#accounts/billing/testing.ts";
import { type CostOffice, costOffice, costsSettled, installCard } from "#inbox/costs/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";
import { centsOf } from "./amount.ts";
import { passOnMonths } from "./pass-on.ts";

let place: PagesApp;
let office: CostOffice;
beforeAll(async () => {
  place = await startPagesApp();
  installCard(place);
  superUser(place.app);
  office = await costOffice(place);
});
afterAll(() => place.stop());

// A new session each time: the clock passes months.
const put = (body: object) =>
  place.app.api(superUser(place.app)).put(`/companies/${office.tenant.id}/costs`, body);
interface Line {
  readonly period: string;
  readonly quantity: number;
  readonly cents: number;
  readonly detail: string;
}
const lines = () =>
  all<Line>(
    place.app.installation.system,
    "SELECT period, quantity, value_cents AS cents, detail FROM invoice_line WHERE company_id = ? ORDER BY period",
    office.tenant.id,
  );
const passedOn = () =>
  one<{ value: string }>(office.tenant.db, "SELECT value FROM cost_state WHERE key = 'passed_on'")?.value;
const work = async () => {
  place.app.installation.tenants.scheduleWakes([office.tenant.id], "costs", 0);
  await place.app.app.runJob("costs");
};
const goTo = async (instant: string) => {
  place.app.clock.set(Date.parse(instant));
  await work();
};
const deliver = async (count: number) => {
  const sent = office.accept(count, () => ({ to: "5511988880000", template: "retomar_conversa" }));
  await office.post(sent.map((message) => office.status(message, "delivered")));
  await costsSettled(place);
};

describe("costs that the provider passes on", () => {
  test("a month is invoiced three days after its end, once, with margin and exchange rate", async () => {
    await goTo("2026-11-24T12:00:00Z");
    await deliver(3);
    const saved = await put({ currency: "USD", payer: "provider", marginPercent: 25, rate: 5_437_200 });
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        ...{ currency: "USD", payer: "provider", marginPercent: 25, rate: 5_437_200 },
        ...{ since: "2026-11", pricedIn: "USD" },
      },
    ]);
    await goTo("2026-12-04T02:59:00Z");
    expect(lines()).toEqual([]);
    await goTo("2026-12-04T03:01:00Z");
    await work();
    const micros = office.sum().micros;
    expect(micros).toBe(3 * 6801);
    expect(lines()).toMatchObject([
      { period: "2026-11", quantity: 3, cents: centsOf({ micros, rate: 5_437_200, marginPercent: 25 }) },
    ]);
    expect(lines()[0]?.cents).toBe(14);
    run(office.tenant.db, "DELETE FROM cost_state WHERE key = 'passed_on'");
    await work();
    expect(lines()).toHaveLength(1);
  });

  test("a month that is being repriced is not invoiced yet, and a month without costs has no invoice line", async () => {
    place.app.clock.set(Date.parse("2027-02-05T12:00:00Z"));
    run(office.tenant.db, "INSERT INTO cost_repricing (scope, month) VALUES ('x', '2026-12')");
    passOnMonths(office.tenant);
    expect(passedOn()).toBe("2026-11");
    await goTo("2027-02-05T12:00:00Z");
    expect(lines().map(({ period }) => period)).toEqual(["2026-11"]);
    expect(passedOn()).toBe("2027-01");
  });

  test("a company that pays Meta itself gets no invoice lines for messages", async () => {
    expect((await put({ currency: "USD", payer: "company" })).body).toMatchObject({ since: null });
    await deliver(2);
    await goTo("2027-03-10T12:00:00Z");
    expect(lines()).toHaveLength(1);
    expect((await put({ currency: "USD", payer: "provider", marginPercent: 501 })).status).toBe(400);
    expect((await put({ currency: "USD", payer: "provider", rate: 0 })).status).toBe(400);
  });
});

test("the value of a line is the exact product, rounded half up to the cent", () => {
  let state = 7;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % sides;
  };
  for (let n = 0; n < 5000; n += 1) {
    const micros = roll(4_000_000_000) * (1 + roll(2000));
    const [rate, marginPercent] = [1 + roll(1_000_000_000), roll(501)];
    const cents = BigInt(centsOf({ micros, rate, marginPercent }));
    const exact = BigInt(micros) * BigInt(rate) * BigInt(100 + marginPercent);
    const twice = 2n * (cents * 1_000_000_000_000n - exact);
    expect(twice > -1_000_000_000_000n && twice <= 1_000_000_000_000n).toBe(true);
  }
  expect(centsOf({ micros: 5000, rate: 1_000_000, marginPercent: 0 })).toBe(1);
  expect(centsOf({ micros: 4999, rate: 1_000_000, marginPercent: 0 })).toBe(0);
  expect(centsOf({ micros: 100_000_000, rate: 5_400_000, marginPercent: 10 })).toBe(59_400);
});
