import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import { option, shopOf } from "./testing.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

describe("a rehearsal", () => {
  test("a rehearsal answers as the bot would, and stores and sends nothing", async () => {
    const shop = shopOf(t, ["Vendas", "Suporte"], "Olá, {{nome}}!");
    option(t, shop.queues[1] ?? 0, { option: "1", title: "Internet", message: "Reinicie" });
    const before = all(t.tenant.db, "SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM outbox)");
    const play = async (text: string | null, state: unknown) =>
      (await t.asAdmin.post("/chatbot/rehearsal", { whatsappId: t.connectionId, state, text })).body;
    const first = await play(null, null);
    expect(first.says).toEqual([{ text: "Olá, Chefe!\n\n*1* - Vendas\n*2* - Suporte", mediaUrl: null }]);
    expect(first.end).toBeNull();
    const second = await play("suporte", first.state);
    expect(second.says[0].text).toContain("*1* - Internet");
    const third = await play("1", second.state);
    expect(third).toMatchObject({
      says: [{ text: "Reinicie", mediaUrl: null }],
      end: { kind: "wait", queueId: shop.queues[1], userId: null },
    });
    expect(all(t.tenant.db, "SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM outbox)")).toEqual(
      before,
    );
  });

  test("a rehearsal runs for a single queue, with opening hours checked at a chosen time", async () => {
    writeSetting(t.tenant, "scheduleType", "queue");
    run(
      t.tenant.db,
      "UPDATE queue SET out_of_hours_message = 'Fechado', schedules = ? WHERE id = ?",
      JSON.stringify([{ weekday: "Segunda", weekdayEn: "monday", startTime: "08:00", endTime: "18:00" }]),
      t.queueId,
    );
    const at = (iso: string) =>
      t.asAdmin.post("/chatbot/rehearsal", { queueId: t.queueId, state: null, text: null, at: iso });
    expect((await at("2026-11-22T12:00:00.000Z")).body).toMatchObject({
      says: [{ text: "Fechado" }],
      end: { kind: "closedHours", queueId: t.queueId },
    });
    expect((await at("2026-11-23T12:00:00.000Z")).body.end).toMatchObject({
      kind: "queue",
      queueId: t.queueId,
    });
  });

  test("a rehearsal uses the drafted options without storing them", async () => {
    const shop = shopOf(t, ["Vendas"]);
    const queueId = shop.queues[0] ?? 0;
    option(t, queueId, { option: "1", title: "Internet", message: "Reinicie" });
    const drafted = (id: number, parentId: number | null, more: object) => ({
      id,
      parentId,
      title: "",
      option: "1",
      action: "say",
      targetQueueId: null,
      targetUserId: null,
      targetTagId: null,
      integrationId: null,
      promptId: null,
      fallbackQueueId: null,
      maxTries: 3,
      autoAdvance: false,
      ...more,
    });
    const texts = [
      { id: -1, message: "De que loja?" },
      { id: -2, message: "R$ 10,00" },
    ];
    const play = (options: readonly object[], text: string | null = null, state: unknown = null) =>
      t.asAdmin.post("/chatbot/rehearsal", { queueId, state, text, draft: { options, texts } });
    const tree = [drafted(-1, null, { title: "Preços" }), drafted(-2, -1, { title: "Centro" })];
    const first = (await play(tree)).body;
    expect(first.says.at(-1).text).toContain("*1* - Preços");
    const second = (await play(tree, "1", first.state)).body;
    expect(second.says.at(-1).text).toContain("*1* - Centro");
    const third = (await play(tree, "1", second.state)).body;
    expect(third.says).toEqual([{ text: "R$ 10,00", mediaUrl: null }]);
    expect(all(t.tenant.db, "SELECT title FROM queue_option WHERE queue_id = ?", queueId)).toEqual([
      { title: "Internet" },
    ]);
    // A cycle would make the walk from an option to its queue endless; an unknown parent or a repeated id makes it ambiguous.
    for (const wrong of [
      [drafted(-1, -2, {}), drafted(-2, -1, {})],
      [drafted(-1, -1, {})],
      [drafted(-1, 77, {})],
      [drafted(-1, null, {}), drafted(-1, null, {})],
    ])
      expect(await play(wrong)).toMatchObject({ status: 400, body: { error: "ERR_VALIDATION" } });
  });

  test("a rehearsal is for admins, and needs an existing queue or connection", async () => {
    const body = { queueId: t.queueId, state: null, text: null };
    expect((await t.asAna.post("/chatbot/rehearsal", body)).status).toBe(403);
    const admin = t.app.api(testUser(t.tenant, { profile: "admin" }));
    expect((await admin.post("/chatbot/rehearsal", { ...body, queueId: 999 })).body.error).toBe(
      "ERR_NO_QUEUE_FOUND",
    );
    expect((await admin.post("/chatbot/rehearsal", { ...body, queueId: null })).status).toBe(400);
    expect((await admin.post("/chatbot/rehearsal", { ...body, state: { queueId: "x" } })).status).toBe(400);
  });
});
