import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { changeCompany } from "#accounts/companies/index.ts";
import { raiseRuleEvent } from "#automation/rules/after-commit/raise.ts";
import { addTag } from "#inbox/tickets/notes-and-tags/tags.ts";
import { all, one, run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";
import { MESSAGE, type RuleShop, ruleShop, says } from "./testing.ts";

const t = talk();
let shop: RuleShop;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  shop = await ruleShop(t);
});
const outcomes = async (ruleId: number) => (await shop.runs(ruleId)).map(({ outcome }) => outcome);

describe("a rule after the commit", () => {
  test("two rules that trigger each other by tags stop", async () => {
    const [a, b] = [shop.tag("a"), shop.tag("b")];
    const onA = { event: "tag_added", settings: { tagIds: [a] }, alsoFromRules: true } as const;
    const onB = { event: "tag_added", settings: { tagIds: [b] }, alsoFromRules: true } as const;
    const first = await shop.rule({
      ...onA,
      actions: [
        { action: "tag_remove", tagIds: [a] },
        { action: "tag_add", tagIds: [b] },
      ],
    });
    const second = await shop.rule({
      ...onB,
      actions: [
        { action: "tag_remove", tagIds: [b] },
        { action: "tag_add", tagIds: [a] },
      ],
    });
    addTag(shop.admin, t.ticketId, a);
    shop.settle();
    expect(shop.tagsOf(t.ticketId)).toEqual([a]);
    expect(await shop.runs(first.id)).toMatchObject([{ outcome: "fired", depth: 0 }]);
    expect(await shop.runs(second.id)).toMatchObject([{ outcome: "fired", depth: 1 }]);
    expect(all(t.tenant.db, "SELECT 1 FROM rule_event")).toEqual([]);
  });

  test("an event that a rule caused runs only rules with `alsoFromRules`", async () => {
    const a = shop.tag("a");
    await shop.rule({ event: MESSAGE, actions: [{ action: "tag_add", tagIds: [a] }] });
    const second = await shop.rule({ event: "tag_added", actions: [{ action: "priority", priority: 4 }] });
    shop.write("oi");
    expect(shop.tagsOf(shop.ticket().id)).toEqual([a]);
    expect(await outcomes(second.id)).toEqual([]);
  });

  test("the settings of a rule select the ticket changes for which it runs", async () => {
    const rule = await shop.rule({
      event: "status_changed",
      settings: { changes: ["returned"] },
      actions: [{ action: "priority", priority: 4 }],
    });
    const put = (body: object) => t.asAdmin.put(`/tickets/${t.ticketId}`, body);
    await put({ queueId: shop.queues[0] });
    shop.settle();
    expect(await outcomes(rule.id)).toEqual([]);
    await put({ userId: t.ana.actor.id, queueId: t.queueId });
    await put({ status: "pending" });
    shop.settle();
    expect(await outcomes(rule.id)).toEqual(["fired"]);
  });

  test("the rules of a close run when the close can no longer be undone", async () => {
    const rule = await shop.rule({
      event: "status_changed",
      actions: [{ action: "note", text: "Encerrado" }],
    });
    await t.asAna.put(`/tickets/${t.ticketId}`, { status: "closed" });
    shop.settle();
    expect(await outcomes(rule.id)).toEqual([]);
    t.app.clock.advance(6000);
    await t.app.app.runJob("close_settle");
    shop.settle();
    expect(await outcomes(rule.id)).toEqual(["fired"]);
  });

  test("for a contact without a ticket, added by a user, rules notify and skip actions that need a ticket", async () => {
    const rule = await shop.rule({
      event: "contact_created",
      conditions: { all: [{ field: "contact.name", op: "contains", value: "Rui" }] },
      actions: [{ action: "notify", to: ["admins"], text: "Contato novo" }],
    });
    const tagging = await shop.rule({
      event: "contact_created",
      actions: [{ action: "priority", priority: 4 }],
    });
    const reply = await t.asAdmin.post("/contacts", { name: "Rui Melo", number: "5511987650000" });
    expect(reply.status).toBe(200);
    shop.settle();
    expect(await outcomes(rule.id)).toEqual(["fired"]);
    expect((await shop.runs(tagging.id))[0]).toMatchObject({ outcome: "skipped", reason: "no_ticket" });
    expect(one(t.tenant.db, "SELECT details FROM notification WHERE kind = 'rule_notice'")).toEqual({
      details: JSON.stringify({ rule: "Regra", text: "Contato novo" }),
    });
  });

  test("a rule does not reopen a closed ticket, and its text is not sent", async () => {
    const text = { action: "reply", text: "Obrigado" };
    const writing = await shop.rule({ event: "status_changed", oncePer: "event", actions: [text] });
    const moving = await shop.rule({
      event: "status_changed",
      settings: { changes: ["resolved"] },
      actions: [{ action: "transfer", queueId: shop.queues[0] }],
    });
    await t.asAna.put(`/tickets/${t.ticketId}`, { status: "closed" });
    t.app.clock.advance(6000);
    await t.app.app.runJob("close_settle");
    shop.settle();
    expect((await shop.runs(writing.id))[0]).toMatchObject({ outcome: "skipped", reason: "closed" });
    expect((await shop.runs(moving.id))[0]).toMatchObject({ outcome: "failed", reason: "ERR_TICKET_CLOSED" });
    expect(one(t.tenant.db, "SELECT status FROM ticket WHERE id = ?", t.ticketId)).toEqual({
      status: "closed",
    });
  });

  test("a customer's answer to a campaign runs the rules of the ticket that it opens", async () => {
    const rule = await shop.rule({
      event: "campaign_answered",
      conditions: { all: [{ field: "campaign.id", op: "in", value: [7] }] },
      actions: [{ action: "priority", priority: 4 }],
    });
    const { contactId, connectionId } = shop.ticket();
    t.tenant.write((unit) =>
      raiseRuleEvent(unit, {
        ...{ event: "campaign_answered", key: "campaign:1", ticketId: null, contactId, connectionId },
        facts: { "campaign.id": 7 },
      }),
    );
    shop.settle();
    expect(await outcomes(rule.id)).toEqual(["fired"]);
    expect(shop.ticket().priority).toBe(4);
  });

  test("an event that was not processed before a kill is processed once by the job", async () => {
    const a = shop.tag("a");
    const rule = await shop.rule({ event: "tag_added", actions: [{ action: "priority", priority: 4 }] });
    t.tenant.write((unit) => {
      run(
        t.tenant.db,
        "INSERT INTO rule_event (event, event_key, ticket_id, at, facts) VALUES ('tag_added', 'x', ?, ?, ?)",
        t.ticketId,
        unit.now,
        JSON.stringify({ facts: {}, tagId: a }),
      );
      unit.scheduleWake("rule_events", unit.now);
    });
    await t.app.app.runJob("rule_events");
    while (one(t.tenant.db, "SELECT 1 FROM rule_event"))
      await new Promise((resolve) => setImmediate(resolve));
    expect(await outcomes(rule.id)).toEqual(["fired"]);
    expect(all(t.tenant.db, "SELECT 1 FROM rule_event")).toEqual([]);
  });

  test("no event is stored for an inactive rule", async () => {
    await shop.rule({ event: "tag_added", active: false, actions: [{ action: "priority", priority: 4 }] });
    addTag(shop.admin, t.ticketId, shop.tag("a"));
    expect(all(t.tenant.db, "SELECT 1 FROM rule_event")).toEqual([]);
  });
});

describe("texts of rules", () => {
  /** It is 06:00 in São Paulo, two hours before the company opens. */
  const beforeOpening = async () => {
    t.app.clock.advance(((9 - new Date(t.app.clock.now()).getUTCHours() + 24) % 24) * 3_600_000);
    shop = await ruleShop(t);
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const admin = t.app.api(shop.admin);
    await admin.put("/settings/scheduleType", { value: "company" });
    await admin.put(`/companies/${t.tenant.id}/schedules`, {
      schedules: days.map((weekdayEn) => ({ weekdayEn, startTime: "08:00", endTime: "09:00" })),
    });
  };
  const sent = () =>
    all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE origin = 'rule' ORDER BY id").map(
      ({ body }) => body,
    );

  test("a text waits for the opening and is not sent when a person has the ticket by then", async () => {
    await beforeOpening();
    await shop.rule({ event: MESSAGE, oncePer: "event", actions: [{ action: "reply", text: "Bom dia" }] });
    shop.write("oi");
    shop.newcomer();
    shop.write("olá");
    expect(sent()).toEqual([]);
    t.tenant.write(() =>
      run(
        t.tenant.db,
        "UPDATE ticket SET status = 'open', user_id = 1, queue_id = ? WHERE id = ?",
        t.queueId,
        shop.ticket().id,
      ),
    );
    t.app.clock.advance(2.5 * 3_600_000);
    await t.app.app.runJob("rule_texts");
    expect(sent()).toEqual(["Bom dia"]);
    expect(all(t.tenant.db, "SELECT 1 FROM rule_text")).toEqual([]);
  });

  test("a rule with `anyTime` sends its texts while the company is closed", async () => {
    await beforeOpening();
    await shop.rule({
      event: MESSAGE,
      settings: { anyTime: true },
      actions: [{ action: "reply", text: "Bom dia" }],
    });
    shop.write("oi");
    expect(sent()).toEqual(["Bom dia"]);
  });

  test("the eleventh text in an hour is skipped, and the admins get one notice", async () => {
    const rule = await shop.rule({
      event: MESSAGE,
      oncePer: "event",
      actions: [{ action: "reply", text: "{{ms}} ok" }],
    });
    for (let count = 0; count < 12; count += 1) shop.write(`oi ${count}`);
    expect(sent()).toHaveLength(10);
    expect((await shop.runs(rule.id))[0]).toMatchObject({ outcome: "skipped", reason: "limit" });
    expect(all(t.tenant.db, "SELECT 1 FROM notice WHERE code = 'rule_limit'")).toHaveLength(1);
  });

  test("a blocked contact and a group get no text", async () => {
    const rule = await shop.rule({
      event: "tag_added",
      oncePer: "event",
      settings: { evenIfAttended: true },
      actions: [{ action: "reply", text: "Oi" }],
    });
    run(t.tenant.db, "UPDATE contact SET blocked = 1");
    addTag(shop.admin, t.ticketId, shop.tag("a"));
    shop.settle();
    expect((await shop.runs(rule.id))[0]).toMatchObject({ outcome: "skipped", reason: "blocked" });
    expect(sent()).toEqual([]);
  });
});

describe("rule routes", () => {
  test("a rule that names something the company does not have is rejected with the path of the value", async () => {
    const post = (body: object) => t.asAdmin.post("/rules", { name: "Regra", event: MESSAGE, ...body });
    const tag = { action: "tag_add", tagIds: [999] };
    expect(await post({ actions: [{ action: "priority", priority: 4 }, tag] })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { "actions.1.tagIds": "invalid" } } },
    });
    expect(
      await post({
        conditions: { all: [{ field: "message.text", op: "is", value: true }] },
        actions: [{ action: "stop_bot" }],
      }),
    ).toMatchObject({
      body: { details: { fields: { "conditions.all.0.op": "invalid" } } },
    });
    expect(
      (
        await post({
          actions: [
            { action: "resolve", farewell: true },
            { action: "priority", priority: 1 },
          ],
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await post({
          actions: [
            { action: "resolve", farewell: true },
            { action: "notify", to: ["admins"], text: "Fim" },
          ],
        })
      ).status,
    ).toBe(200);
    expect((await t.asAna.get("/rules")).status).toBe(403);
  });

  test("an object that a rule refers to cannot be deleted", async () => {
    const tag = shop.tag("vip");
    const rule = await shop.rule({
      event: MESSAGE,
      conditions: says("oi"),
      actions: [{ action: "tag_add", tagIds: [tag] }],
    });
    expect(await t.asAdmin.delete(`/tags/${tag}`)).toMatchObject({
      status: 409,
      body: { error: "ERR_IN_USE", details: { by: [{ kind: "rule", id: rule.id, name: "Regra" }] } },
    });
    await t.asAdmin.delete(`/rules/${rule.id}`);
    expect((await t.asAdmin.delete(`/tags/${tag}`)).status).toBe(200);
  });

  test("rules are ordered as a whole, and at most 50 are active", async () => {
    const actions = [{ action: "priority", priority: 4 }];
    const ids: number[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await shop.rule({ event: MESSAGE, actions })).id);
    expect(
      await t.asAdmin.post("/rules", { name: "Mais uma", event: MESSAGE, actions, active: true }),
    ).toMatchObject({
      status: 409,
      body: { error: "ERR_LIMIT_REACHED", details: { resource: "activeRules", limit: 50 } },
    });
    expect((await t.asAdmin.put("/rules/order", { ids: ids.slice(1) })).status).toBe(400);
    expect((await t.asAdmin.put("/rules/order", { ids: ids.toReversed() })).status).toBe(200);
    const { body } = await t.asAdmin.get("/rules");
    expect(body.rules.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
  });

  test("an action that the plan does not include is rejected when a rule is saved, and skipped when the rule runs", async () => {
    run(
      t.tenant.db,
      "INSERT INTO integration (id, type, name, of_company, created_at, updated_at) VALUES (7, 'webhook', 'CRM', 1, 0, 0)",
    );
    const webhook = { event: MESSAGE, actions: [{ action: "webhook", integrationId: 7 }] };
    const plan = (isOn: 0 | 1) => {
      run(
        t.app.installation.system,
        "UPDATE plan SET use_external_api = ? WHERE id = ?",
        isOn,
        t.tenant.company.plan.id,
      );
      changeCompany(t.app.installation, t.tenant.id, {});
    };
    const rule = await shop.rule(webhook);
    shop.write("oi");
    expect(one(t.tenant.db, "SELECT event, ticket_id AS ticketId FROM integration_delivery")).toEqual({
      event: "rule.fired",
      ticketId: shop.ticket().id,
    });
    plan(0);
    shop.write("de novo");
    expect((await shop.runs(rule.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["skipped", "plan"],
      ["fired", null],
    ]);
    expect(await t.asAdmin.post("/rules", { name: "Outra", ...webhook })).toMatchObject({
      status: 403,
      body: { error: "ERR_PLAN_FEATURE" },
    });
  });
});
