import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import * as v from "valibot";
import { RuleBody } from "#automation/rules/contract.ts";
import { MESSAGE, type RuleShop, ruleShop, says } from "#automation/rules/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";
import { dryRun } from "./dry-run.ts";

const t = talk();
let shop: RuleShop;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  shop = await ruleShop(t);
});
const play = (rule: object) => dryRun(shop.admin, v.parse(RuleBody, { name: "Regra", ...rule })).results;

/** Every row of the company's file. */
const wholeFile = () =>
  all<{ name: string }>(
    t.tenant.db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%search%'",
  )
    .map(({ name }) => [name, all(t.tenant.db, `SELECT * FROM "${name}"`)])
    .toString();
const resolving = {
  actions: [
    { action: "reply", text: "Oi" },
    { action: "resolve", farewell: true },
  ],
};

describe("a dry run", () => {
  test("a dry run changes no byte of the file and sends nothing", () => {
    shop.write("cadê meu boleto?");
    const before = wholeFile();
    const changes = one<{ n: number }>(t.tenant.db, "SELECT total_changes() AS n");
    const results = play({ event: MESSAGE, conditions: says("boleto"), ...resolving });
    expect(results.some(({ wouldFire }) => wouldFire)).toBe(true);
    expect(one<{ n: number }>(t.tenant.db, "SELECT total_changes() AS n")).toEqual(changes as { n: number });
    expect(wholeFile()).toBe(before);
  });

  test("a dry run reports the tickets for which the rule would fire, and marks values that are current instead of past", () => {
    shop.write("cadê meu boleto?");
    const ticketId = shop.ticket().id;
    shop.newcomer();
    shop.write("bom dia");
    const conditions = { all: [says("boleto").all[0], { field: "priority", op: "in", value: [2] }] };
    const results = play({ event: MESSAGE, conditions, ...resolving });
    expect(results[0]).toMatchObject({ wouldFire: false });
    expect(results.find((one) => one.ticketId === ticketId)).toMatchObject({
      wouldFire: true,
      conditions: [
        { field: "message.text", found: "cadê meu boleto?", ok: true, asOfToday: false },
        { field: "priority", found: "2", ok: true, asOfToday: true },
      ],
    });
  });

  test.each([
    ["ticket_created", {}],
    ["contact_created", {}],
    ["queue_entered", {}],
    ["no_answer", { minutes: 30 }],
    ["customer_silent", { minutes: 30 }],
    ["status_changed", { changes: ["accepted"] }],
    ["tag_added", {}],
    ["outside_hours", {}],
    ["rated", {}],
    ["woken", {}],
    ["campaign_answered", {}],
    ["sla_warning", {}],
    ["sla_missed", {}],
  ])("a dry run of %s reads the past", (event, settings) => {
    shop.write("oi");
    run(
      t.tenant.db,
      "INSERT INTO ticket_event (ticket_id, at, kind, to_state) VALUES (?, 1, 'rated', '{\"rate\":1}')",
      t.ticketId,
    );
    const results = play({
      event,
      settings,
      conditions: event === "rated" ? { all: [{ field: "rating.rate", op: "lt", value: 2 }] } : null,
      ...resolving,
    });
    if (event === "rated") expect(results).toMatchObject([{ wouldFire: true, conditions: [{ found: "1" }] }]);
    if (event === "ticket_created") expect(results.length).toBeGreaterThan(0);
  });

  test("the server activates a rule without a dry run; only the page asks for one", async () => {
    const body = { name: "Regra", event: MESSAGE, active: true, ...resolving };
    const { body: rule } = await t.app.api(shop.admin).post("/rules", body);
    expect(rule).toMatchObject({ active: true });
  });
});
