import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { one, run } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { aiShop } from "./testing.ts";

const shop = aiShop();
const { t, openai } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());
beforeEach(() => shop.open());

const tokens = async () => (await t.asAdmin.get(`/prompt/${shop.promptId}`)).body.tokensThisMonth;
/** Sends a message of the customer and waits for the model's answer. */
async function say(text = "Oi") {
  shop.write(text);
  await shop.pass(4000);
}

test("a turn that was due before Meta's own agent began to answer calls no model and sends nothing", async () => {
  openai.script({ text: "Pois não?" });
  shop.write("Oi");
  run(t.tenant.db, "UPDATE ticket SET standby_since = 1");
  await shop.pass(4000);
  expect(openai.completions).toEqual([]);
  const slow = Promise.withResolvers<{ text: string }>();
  run(t.tenant.db, "UPDATE ticket SET standby_since = NULL");
  openai.clear();
  openai.script(slow.promise);
  shop.write("Alguém?");
  t.app.clock.advance(4000);
  await shop.look();
  await becomesTrue(() => openai.completions.length === 1);
  run(t.tenant.db, "UPDATE ticket SET standby_since = 1");
  slow.resolve({ text: "Pois não?" });
  await shop.quiet();
  expect(shop.said()).toEqual([]);
  expect(shop.turns().map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
});

describe("a model that fails", () => {
  test.each([
    ["refuses", { status: 500 }, "refused: HTTP 500"],
    ["is busy", { status: 429 }, "busy: HTTP 429"],
    ["answers garbage", { raw: "<html>no</html>" }, "garbage: no JSON"],
    ["answers something else", { raw: '{"choices":[]}' }, "garbage: no completion"],
    ["answers 100 MB", { raw: "x".repeat(2_000_000) }, "garbage: too large"],
  ])("because it %s is called again after two seconds, then a person takes over", async (_, reply, error) => {
    openai.script(reply, reply);
    await say();
    expect(shop.ticket().useIntegration).toBe(true);
    await shop.pass(1900);
    expect(shop.runs()).toHaveLength(1);
    await shop.pass(200);
    expect(shop.runs()).toMatchObject([
      { result: "failed", error },
      { result: "failed", error },
    ]);
    expect(shop.trail()).toContain("ai_handed_over: failed");
    expect(shop.ticket()).toMatchObject({ queueId: t.queueId, useIntegration: false });
    expect(shop.said()).toEqual([]);
  });

  test("a model that fails once is called again and answers", async () => {
    openai.script({ status: 503 }, { text: "Desculpe a demora!" });
    await say();
    await shop.pass(2000);
    expect(shop.said()).toEqual(["Desculpe a demora!"]);
    expect(shop.ticket().useIntegration).toBe(true);
  });

  test("a model with another name for the token limit is called again with that name", async () => {
    openai.script(
      { status: 400, raw: '{"error":{"message":"Use \'max_completion_tokens\' instead."}}' },
      { text: "Pois não?" },
    );
    await say();
    expect(shop.said()).toEqual(["Pois não?"]);
    expect(openai.completions[1]).toMatchObject({ max_completion_tokens: 100 });
    expect(openai.completions[1]).not.toHaveProperty("max_tokens");
    expect(shop.runs()).toHaveLength(1);
  });

  test("a model that does not respond delays no other conversation", async () => {
    const late = Promise.withResolvers<{ text: string }>();
    openai.script(late.promise);
    shop.write("Oi");
    t.app.clock.advance(4000);
    await shop.look();
    shop.newcomer();
    shop.write("Que horas abrem?");
    t.app.clock.advance(4000);
    await shop.look();
    await becomesTrue(() => shop.said().length > 0);
    expect(shop.said()).toEqual(["Atendemos de segunda a sábado, das 8h às 18h."]);
    await shop.quiet();
    expect(one(t.tenant.db, "SELECT error FROM ai_run WHERE result = 'failed'")).toEqual({
      error: "timeout",
    });
    late.resolve({ text: "Tarde demais." });
  });

  test("a model that rejects the API key is not called again", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { apiKey: "sk-wrong-key-000000" });
    await say();
    expect(shop.trail()).toContain("ai_handed_over: key_refused");
    expect(openai.calls).toHaveLength(1);
    await say();
    expect(openai.calls).toHaveLength(1);
  });

  test("a model whose address is in a private network is never called", async () => {
    t.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: false }));
    const refused = await t.asAdmin.put(`/prompt/${shop.promptId}`, {
      baseUrl: "http://169.254.169.254/latest",
    });
    expect(refused).toMatchObject({ status: 400, body: { error: "ERR_URL_NOT_ALLOWED" } });
    await say();
    expect(openai.calls).toEqual([]);
    expect(shop.trail()).toContain("ai_handed_over: not_allowed");
    const bench = await t.asAdmin.post(`/prompt/${shop.promptId}/bench`, {
      messages: [{ role: "user", text: "Oi" }],
    });
    expect(bench).toMatchObject({ status: 400, body: { error: "ERR_URL_NOT_ALLOWED" } });
    t.app.installation.ports.plug(OutboundPort, createOutbound({ allowPrivate: true, longestMs: 2000 }));
  });
});

describe("limits of a prompt", () => {
  test("the monthly token budget passes customers to people until the next month of the company's time zone", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { monthlyBudgetTokens: 100 });
    writeSetting(t.tenant, "timeZone", "America/Sao_Paulo");
    // In the company's time zone 1 December begins at 03:00 UTC.
    t.app.clock.set(Date.UTC(2026, 11, 1, 2, 50));
    // Sign in again: the login sessions have expired by then.
    const signedIn = () => {
      t.asAdmin = t.app.api(testUser(t.tenant, { profile: "admin" }));
    };
    signedIn();
    openai.script({ text: "Olá", tokensIn: 90, tokensOut: 20 });
    await say();
    expect(await tokens()).toBe(110);
    await say("E aí?");
    expect(shop.trail()).toContain("ai_handed_over: budget");
    expect(shop.said()).toEqual(["Olá"]);
    expect(openai.completions).toHaveLength(1);
    const helped = await t.asAdmin.post("/prompt/assist", { ticketId: shop.ticket().id, kind: "summarise" });
    expect(helped).toMatchObject({ status: 409, body: { error: "ERR_AI_BUDGET" } });
    t.app.clock.set(Date.UTC(2026, 11, 1, 3, 1));
    expect(await tokens()).toBe(0);
    shop.newcomer();
    await say("Bom dia");
    expect(shop.said()).toHaveLength(1);
    expect(await tokens()).toBeGreaterThan(0);
  });

  test("the maximum number of answers per ticket passes the customer to a person", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { maxTurns: 2 });
    for (const text of ["um", "dois", "três"]) await say(text);
    expect(shop.said()).toHaveLength(2);
    expect(shop.trail()).toContain("ai_handed_over: max_turns");
  });

  test("the loop guard ends the prompt after the same answer three times", async () => {
    for (const text of ["um", "dois", "três"]) await say(text);
    expect(shop.trail()).toContain("loop_guard");
    expect(shop.ticket()).toMatchObject({ botOff: true, useIntegration: false });
  });

  test("a plan without AI passes open conversations to people and makes no calls", async () => {
    shop.write("Oi");
    run(t.app.installation.system, "UPDATE plan SET use_open_ai = 0 WHERE id = ?", t.tenant.company.plan.id);
    t.app.installation.tenants.refresh(t.tenant.id);
    await shop.pass(4000);
    expect(openai.calls).toEqual([]);
    expect(shop.trail()).toContain("ai_handed_over: switched_off");
  });
});
