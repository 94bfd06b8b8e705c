import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { MESSAGE, type RuleShop, ruleShop, says } from "#automation/rules/testing.ts";
import { all } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
let shop: RuleShop;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  shop = await ruleShop(t);
});

const ACTIONS = [{ action: "priority", priority: 4 }];
const found = async (ruleId: number) =>
  (await shop.runs(ruleId)).map(({ conditions }) => conditions[0]?.found);
const stored = () => all<{ n: number }>(t.tenant.db, "SELECT count(*) AS n FROM rule_run")[0]?.n;

/** docs/rules/rules.md#log */
describe("runs without a match", () => {
  test("a run is in the log once, however often the log is read and the job writes", async () => {
    const rule = await shop.rule({ event: MESSAGE, conditions: says("boleto"), actions: ACTIONS });
    shop.write("um");
    expect(await found(rule.id)).toEqual(["um"]);
    shop.write("dois");
    await t.app.app.runJob("rules_not_matched");
    await t.app.app.runJob("rules_not_matched");
    expect(await found(rule.id)).toEqual(["dois", "um"]);
    expect(stored()).toBe(2);
  });

  test("the log of one rule is read while the runs of another one wait for the job", async () => {
    const [one, other] = [
      await shop.rule({ event: MESSAGE, conditions: says("boleto"), actions: ACTIONS }),
      await shop.rule({ event: MESSAGE, conditions: says("pix"), actions: ACTIONS }),
    ];
    shop.write("um");
    expect(await found(one.id)).toEqual(["um"]);
    expect(stored()).toBe(1);
    await t.app.app.runJob("rules_not_matched");
    expect(await found(other.id)).toEqual(["um"]);
    expect(stored()).toBe(2);
  });

  test("500 messages in a minute do not displace the run of a rule for new tickets", async () => {
    const rare = await shop.rule({ event: "ticket_created", conditions: says("boleto"), actions: ACTIONS });
    const often = await shop.rule({ event: MESSAGE, conditions: says("boleto"), actions: ACTIONS });
    shop.newcomer();
    for (let n = 0; n < 500; n += 1) shop.write(`mensagem ${n}`);
    await t.app.app.runJob("rules_not_matched");
    expect(await found(rare.id)).toEqual(["mensagem 0"]);
    const runs = all<{ n: number }>(
      t.tenant.db,
      "SELECT count(*) AS n FROM rule_run WHERE rule_id = ?",
      often.id,
    );
    expect(runs).toEqual([{ n: 200 }]);
    expect((await found(often.id))[0]).toBe("mensagem 499");
  });
});
