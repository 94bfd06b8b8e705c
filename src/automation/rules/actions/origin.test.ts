import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { MESSAGE, type RuleShop, ruleShop } from "#automation/rules/testing.ts";
import { all } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
let shop: RuleShop;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  shop = await ruleShop(t);
});

const names = async () => {
  const messages = all<{ id: number }>(
    t.tenant.db,
    "SELECT id FROM message WHERE origin = 'rule' ORDER BY id",
  );
  const infos = messages.map(({ id }) => t.app.api(shop.admin).get(`/messages/${id}/info`));
  return (await Promise.all(infos)).map(({ body }) => body.originName);
};

test("the info of a text names the rule that sent it, also after the rule was deleted", async () => {
  const first = await shop.rule({
    name: "Boas-vindas",
    event: MESSAGE,
    actions: [{ action: "reply", text: "Olá" }],
  });
  await shop.rule({ name: "Horário", event: MESSAGE, actions: [{ action: "reply", text: "Abrimos às 8h" }] });
  shop.write("oi");
  expect(await names()).toEqual(["Boas-vindas", "Horário"]);
  await t.asAdmin.delete(`/rules/${first.id}`);
  expect(await names()).toEqual(["Boas-vindas", "Horário"]);
});

test("a text that waited for the opening names its rule, too", async () => {
  const hour = new Date(t.app.clock.now()).getUTCHours() - 3;
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const admin = t.app.api(shop.admin);
  await admin.put("/settings/scheduleType", { value: "company" });
  const time = (at: number) => `${String((at + 24) % 24).padStart(2, "0")}:00`;
  await admin.put(`/companies/${t.tenant.id}/schedules`, {
    schedules: days.map((weekdayEn) => ({ weekdayEn, startTime: time(hour + 2), endTime: time(hour + 3) })),
  });
  await shop.rule({ name: "Bom dia", event: MESSAGE, actions: [{ action: "reply", text: "Olá" }] });
  shop.write("oi");
  expect(await names()).toEqual([]);
  t.app.clock.advance(2.2 * 3_600_000);
  await t.app.app.runJob("rule_texts");
  expect(await names()).toEqual(["Bom dia"]);
});
