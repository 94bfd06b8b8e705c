import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { option } from "#automation/chatbot/testing.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { wrote } from "#inbox/messages/testing.ts";
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

describe("a rule before the bot", () => {
  test("a message that matches goes to the queue and no menu is sent", async () => {
    const support = shop.queues[1] ?? 0;
    const rule = await shop.rule({
      event: MESSAGE,
      conditions: says("boleto"),
      actions: [{ action: "transfer", queueId: support, startBot: false }],
    });
    expect(shop.write("Cadê o boleto?")).toEqual([]);
    expect(shop.ticket()).toMatchObject({ queueId: support, status: "pending", chatbot: false });
    expect(shop.trail()).toEqual(["created", "rule", "queued"]);
    expect(await shop.runs(rule.id)).toMatchObject([
      {
        outcome: "fired",
        reason: null,
        conditions: [{ field: "message.text", found: "Cadê o boleto?", ok: true }],
      },
    ]);
    shop.newcomer();
    expect(shop.write("Bom dia")[0]).toContain("Bem-vindo");
    expect(await shop.runs(rule.id, "not_matched")).toMatchObject([
      { conditions: [{ found: "Bom dia", ok: false }] },
    ]);
  });

  test("the bot of the queue that a rule chose starts as if the customer had chosen it", async () => {
    const sales = shop.queues[0] ?? 0;
    option(t, sales, { title: "Segunda via", message: "Aqui está", option: "1" });
    await shop.rule({
      event: "ticket_created",
      actions: [{ action: "transfer", queueId: sales, startBot: true }],
    });
    expect(shop.write("1")).toEqual([expect.stringContaining("*1* - Segunda via")]);
    expect(shop.ticket()).toMatchObject({ queueId: sales, chatbot: true });
    expect(shop.write("1")).toEqual([expect.stringContaining("Aqui está")]);
  });

  test("a rule with `stop` prevents the next rule from running, and the log has no run of the next rule", async () => {
    const [a, b] = [shop.tag("a"), shop.tag("b")];
    const first = await shop.rule({
      event: MESSAGE,
      stop: true,
      conditions: says("oi"),
      actions: [{ action: "tag_add", tagIds: [a] }],
    });
    const second = await shop.rule({ event: MESSAGE, actions: [{ action: "tag_add", tagIds: [b] }] });
    shop.write("oi");
    expect(shop.tagsOf(shop.ticket().id)).toEqual([a]);
    expect((await shop.runs(first.id)).map(({ outcome }) => outcome)).toEqual(["fired"]);
    expect(await shop.runs(second.id)).toEqual([]);
    shop.write("boa tarde");
    expect(shop.tagsOf(shop.ticket().id)).toEqual([a, b]);
    expect((await shop.runs(second.id)).map(({ outcome }) => outcome)).toEqual(["fired"]);
  });

  test("a later rule sees what an earlier one changed, and each sees the message of its event", async () => {
    const tag = shop.tag("novo");
    await shop.rule({ event: MESSAGE, actions: [{ action: "priority", priority: 4 }] });
    const second = await shop.rule({
      event: MESSAGE,
      conditions: {
        all: [
          { field: "priority", op: "in", value: [4] },
          { field: "message.text", op: "equals", value: "primeira" },
        ],
      },
      actions: [{ action: "tag_add", tagIds: [tag] }],
    });
    t.app.clock.advance(1000);
    t.receive(
      wrote(t.customer, "primeira", t.app.clock.now()),
      wrote(t.customer, "segunda", t.app.clock.now()),
    );
    expect((await shop.runs(second.id)).map(({ outcome }) => outcome)).toEqual(["not_matched", "fired"]);
  });

  test("a rule that names a deleted user fails with the reason in its log, and the next rule runs", async () => {
    const tag = shop.tag("depois");
    const rule = await shop.rule({
      event: MESSAGE,
      actions: [
        { action: "priority", priority: 4 },
        { action: "assign", userId: t.ana.actor.id },
      ],
    });
    const next = await shop.rule({ event: MESSAGE, actions: [{ action: "tag_add", tagIds: [tag] }] });
    run(t.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", t.ana.actor.id);
    shop.write("oi");
    expect(shop.ticket().priority).toBe(2);
    expect(await shop.runs(rule.id)).toMatchObject([{ outcome: "failed", reason: "ERR_NO_USER_FOUND" }]);
    expect((await shop.runs(next.id)).map(({ outcome }) => outcome)).toEqual(["fired"]);
    const { body } = await t.app.api(shop.admin).get<{ rules: object[] }>("/rules");
    expect(body.rules[0]).toMatchObject({
      missingUserIds: [t.ana.actor.id],
      lastFailure: { code: "ERR_NO_USER_FOUND" },
    });
  });

  test("twenty failures in a row switch a rule off with a notice", async () => {
    const rule = await shop.rule({ event: MESSAGE, actions: [{ action: "assign", userId: t.ana.actor.id }] });
    run(t.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", t.ana.actor.id);
    for (let count = 0; count < 21; count += 1) shop.write("oi");
    expect(await shop.runs(rule.id)).toHaveLength(20);
    expect(all(t.tenant.db, "SELECT 1 FROM notice WHERE code = 'rule_off'")).toHaveLength(1);
    expect(all(t.tenant.db, "SELECT 1 FROM rule WHERE active = 1")).toHaveLength(0);
  });

  test("a rule without `evenIfAttended` does not write to a customer whom a person is serving", async () => {
    const text = { action: "reply", text: "Já vamos atender" };
    const rule = await shop.rule({ event: MESSAGE, oncePer: "event", actions: [text] });
    expect(shop.write("oi")).toContain("Já vamos atender");
    t.tenant.write(() =>
      run(
        t.tenant.db,
        "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ?",
        t.ana.actor.id,
        t.queueId,
      ),
    );
    expect(shop.write("oi de novo")).toEqual([]);
    expect((await shop.runs(rule.id))[0]).toMatchObject({ outcome: "skipped", reason: "attended" });
    await shop.rule({
      event: MESSAGE,
      settings: { evenIfAttended: true },
      actions: [{ action: "reply", text: "Mesmo assim" }],
    });
    expect(shop.write("e agora?")).toEqual(["Mesmo assim"]);
    expect(shop.ticket()).toMatchObject({ status: "open" });
    expect(shop.ticket().waitingSince).not.toBeNull();
  });

  test("a rule that writes does so once per attendance, and the customer still waits for a person", async () => {
    const rule = await shop.rule({
      event: MESSAGE,
      conditions: says("preço"),
      actions: [{ action: "reply", text: "Veja em nosso site" }],
    });
    expect(shop.write("qual o preço?")[0]).toBe("Veja em nosso site");
    expect(shop.write("e o preço?")).not.toContain("Veja em nosso site");
    expect((await shop.runs(rule.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["skipped", "once"],
      ["fired", null],
    ]);
  });

  test("the text of a rule replaces that of the connection outside opening hours", async () => {
    writeSetting(t.tenant, "scheduleType", "company");
    await t.asAdmin.put(`/companies/${t.tenant.id}/schedules`, {
      schedules: [{ weekdayEn: "monday", startTime: "00:00", endTime: "00:00" }],
    });
    run(t.tenant.db, "UPDATE connection SET out_of_hours_message = 'Estamos fechados'");
    expect(shop.write("oi")).toEqual(["Estamos fechados"]);
    shop.newcomer();
    await shop.rule({ event: "outside_hours", actions: [{ action: "reply", text: "Voltamos às 8h" }] });
    expect(shop.write("oi")).toEqual(["Voltamos às 8h"]);
  });

  test("a rule of a new contact runs for the first message only", async () => {
    const rule = await shop.rule({
      event: "contact_created",
      actions: [{ action: "priority", priority: 3 }],
    });
    t.app.clock.advance(1000);
    const now = t.app.clock.now();
    t.receive(wrote(t.customer, "oi", now), wrote(t.customer, "tudo bem?", now));
    shop.write("alô");
    expect((await shop.runs(rule.id)).map(({ outcome }) => outcome)).toEqual(["fired"]);
  });

  test("a customer who comes from an advertisement gets its tag, and the ticket shows it", async () => {
    const tag = shop.tag("Promoção");
    await shop.rule({
      event: "ticket_created",
      conditions: { all: [{ field: "ad.headline", op: "contains", value: "50%" }] },
      actions: [{ action: "tag_add", tagIds: [tag] }],
    });
    const ad = {
      sourceType: "ad",
      sourceId: "120",
      sourceUrl: "https://fb.me/1",
      headline: "50% hoje",
      body: "",
      clickId: "C1",
    };
    t.app.clock.advance(1000);
    t.receive(wrote(t.customer, "oi", t.app.clock.now(), { referral: ad }));
    const { id } = shop.ticket();
    expect(shop.tagsOf(id)).toEqual([tag]);
    const { body } = await t.app.api(shop.admin).get(`/tickets/${id}`);
    expect(body.ad).toMatchObject({ network: "whatsapp", sourceId: "120", headline: "50% hoje" });
  });

  test("a kill between message and rule loses neither and repeats neither", async () => {
    const tag = shop.tag("kill");
    const rule = await shop.rule({ event: MESSAGE, actions: [{ action: "tag_add", tagIds: [tag] }] });
    t.app.clock.advance(5000);
    storeEvents(t.tenant, t.connectionId, [wrote(t.customer, "oi", t.app.clock.now())]);
    // Step 1 of 2 ran.
    processSlice(t.tenant);
    expect(one(t.tenant.db, "SELECT state FROM inbound_event WHERE stage IS NOT NULL")).toMatchObject({
      state: "new",
    });
    expect(await shop.runs(rule.id)).toEqual([]);
    // The rule ran, and the process was killed before the bot.
    run(
      t.tenant.db,
      "CREATE TRIGGER kill BEFORE UPDATE OF state ON inbound_event BEGIN SELECT raise(ABORT, 'killed'); END",
    );
    processSlice(t.tenant);
    expect(await shop.runs(rule.id)).toHaveLength(1);
    run(t.tenant.db, "DROP TRIGGER kill");
    t.app.clock.advance(2000);
    while (processSlice(t.tenant)) {}
    expect(await shop.runs(rule.id)).toHaveLength(1);
    expect(shop.tagsOf(shop.ticket().id)).toEqual([tag]);
    expect(all(t.tenant.db, "SELECT 1 FROM message WHERE body = 'oi'")).toHaveLength(1);
    expect(one(t.tenant.db, "SELECT count(*) AS n FROM message WHERE origin = 'bot'")).toEqual({ n: 1 });
  });
});
