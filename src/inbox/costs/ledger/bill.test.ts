import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { costOffice, costsSettled, installCard, TEST_CARD } from "#inbox/costs/testing.ts";
import { fakeClock } from "#platform/clock.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { SentByCloud } from "#simulator/graph/cloud-book.ts";
import { billOf, pricingOf } from "#simulator/graph/cloud-pricing.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

/** Messages of the long test; `COST_MESSAGES=10000` for the long run. */
const MESSAGES = Number(process.env["COST_MESSAGES"] ?? 1000);
const TEMPLATES = [undefined, "retomar_conversa", undefined, "oferta_de_novembro", undefined] as const;
const NUMBERS = ["5511988880000", "351911111111", "5521977770000", "5531966660000"] as const;

let place: PagesApp;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());

/** Pseudo-random numbers, the same sequence in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % sides;
  };
}
const shuffled = <T>(list: readonly T[], roll: (sides: number) => number): T[] =>
  list
    .map((item) => [roll(1_000_000), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

describe("the ledger against the network's own bill", () => {
  test(`the ledger of ${MESSAGES} messages equals the network's bill, with repeated, reordered and lost reports`, async () => {
    installCard(place);
    const office = await costOffice(place);
    const pricing = pricingOf(place.graph.book);
    const roll = dice(7);
    const free = Math.floor(MESSAGES / 5);
    pricing.freeServiceMessages = free;
    run(
      place.app.installation.system,
      "INSERT INTO installation_setting (key, value) VALUES ('freeServiceMessages', ?)",
      String(free),
    );
    const unreported = new Set<string>();
    const lateWords = new Set<string>();
    pricing.withholds = (status, { id }) =>
      status === "sent" ? unreported.has(id) : status === "read" ? !lateWords.has(id) : lateWords.has(id);
    const sent = office.accept(MESSAGES, () => {
      const template = TEMPLATES[roll(TEMPLATES.length)];
      return { to: NUMBERS[roll(NUMBERS.length)] ?? "", ...(template && { template }) };
    });
    for (const { id } of sent) {
      if (roll(3) === 0) unreported.add(id);
      if (roll(10) === 0) lateWords.add(id);
    }
    const failed = new Set(sent.filter(() => roll(20) === 0));
    const statuses = sent.flatMap((message) => {
      place.app.clock.advance(1000 + roll(3000));
      const names = failed.has(message)
        ? ["sent", "failed"]
        : ["sent", "delivered", ...(roll(2) ? ["read"] : [])];
      return names.flatMap((name) =>
        Array<object>(1 + (roll(5) === 0 ? 1 : 0)).fill(office.status(message, name)),
      );
    });
    const all_ = shuffled(statuses, roll);
    for (let from = 0; from < all_.length; from += 100) await office.post(all_.slice(from, from + 100));
    const open = () =>
      one<{ n: number }>(office.tenant.db, "SELECT count(*) AS n FROM inbound_event WHERE state IN ('new')")
        ?.n;
    await becomesTrue(() => open() === 0);
    await costsSettled(place);

    const bill = billOf(place.graph.book, office.number.businessId);
    const ledger = new Map(
      all<{ id: string; micros: number; state: string; delivered: number }>(
        office.tenant.db,
        `SELECT m.provider_id AS id, c.micros, c.state, c.delivered FROM message_cost c JOIN message m ON m.id = c.message_id`,
      ).map((row) => [row.id, row] as const),
    );
    const different = bill.filter(({ id, micros }) => ledger.get(id)?.micros !== micros);
    expect(different.length).toBe(0);
    expect(office.sum()).toEqual({
      micros: bill.reduce((sum, { micros }) => sum + micros, 0),
      count: bill.length,
    });
    expect(
      one(office.tenant.db, "SELECT count(*) AS n FROM message_cost WHERE state = 'void' AND micros <> 0"),
    ).toEqual({ n: 0 });
    const notVoid = [...failed].filter(({ id }) => !["void", undefined].includes(ledger.get(id)?.state));
    expect(notVoid).toEqual([]);
    expect(bill.length).toBe(MESSAGES - failed.size);
  }, 300_000);
});

describe("the change of 2026-10-01", () => {
  test("the prices of 2026-10-01 apply from midnight in the time zone of each business account", async () => {
    const clock = fakeClock(Date.parse("2026-09-30T20:00:00Z"));
    const early = await startPagesApp({ clock });
    try {
      installCard(early, TEST_CARD);
      pricingOf(early.graph.book).freeServiceMessages = 0;
      early.app.installation.system.$client
        .prepare("INSERT INTO installation_setting (key, value) VALUES ('freeServiceMessages', '0')")
        .run();
      const zones = [
        ["Asia/Dubai", "8"],
        ["America/Sao_Paulo", "25"],
        ["America/Los_Angeles", "1"],
      ] as const;
      const offices = [];
      for (const [zone, id] of zones) offices.push(await costOffice(early, zone, id));
      const moments = [
        "2026-09-30T19:59:59Z",
        "2026-09-30T20:00:01Z",
        "2026-10-01T02:59:58Z",
        "2026-10-01T03:00:01Z",
      ];
      const more = ["2026-10-01T06:59:58Z", "2026-10-01T07:00:01Z"];
      for (const moment of [...moments, ...more]) {
        const wait = Date.parse(moment) - clock.now();
        if (wait > 0) clock.advance(wait);
        for (const office of offices) {
          const sent: SentByCloud[] = office.accept(2, (index) => ({
            to: "5511988880000",
            ...(index === 0 && { template: "retomar_conversa" }),
          }));
          await office.post(sent.map((message) => office.status(message, "delivered")));
        }
      }
      await costsSettled(early);
      const paid = offices.map(
        ({ tenant }) =>
          one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM message_cost WHERE micros > 0")?.n,
      );
      expect(paid).toEqual([12, 6, 2]);
      for (const office of offices)
        expect(office.sum().micros).toBe(
          billOf(early.graph.book, office.number.businessId).reduce((sum, { micros }) => sum + micros, 0),
        );
    } finally {
      await early.stop();
    }
  }, 60_000);
});
