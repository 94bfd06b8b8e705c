import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { aiShop } from "#automation/prompts/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { dump } from "#test/helpers/dump.ts";
import { testUser } from "#test/helpers/installation.ts";

const shop = aiShop();
const { t, openai } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());
beforeEach(() => shop.open());

const ask = (kind: string, more: object = {}, api = t.asAna) =>
  api.post("/prompt/assist", { ticketId: t.ticketId, kind, ...more });

describe("the test bench", () => {
  const play = (...texts: readonly string[]) =>
    t.asAdmin.post(`/prompt/${shop.promptId}/bench`, {
      messages: texts.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", text })),
    });

  test("the test bench runs a conversation with the same engine; only the model call is logged, nothing is sent", async () => {
    const without = () => dump(t.tenant.db).replace(/^(ai_run|ai_usage|audit_log) .*$/gm, "");
    const before = without();
    const first = (await play("Que horas abrem?")).body;
    expect(first).toMatchObject({
      text: "Atendemos de segunda a sábado, das 8h às 18h.",
      actions: [],
      handsOver: null,
      model: "gpt-4o-mini",
    });
    expect(first.system).toContain("O nome do cliente é Chefe.");
    const last = (await play("Que horas abrem?", first.text, "Quero uma pessoa")).body;
    expect(last).toMatchObject({
      actions: [{ name: "transfer_to_person", target: null }],
      handsOver: "asked",
    });
    expect(without()).toBe(before);
    expect(t.provider.sent).toEqual([]);
    const { tokensThisMonth } = (await t.asAdmin.get(`/prompt/${shop.promptId}`)).body;
    expect(tokensThisMonth).toBe(first.tokensIn + first.tokensOut + last.tokensIn + last.tokensOut);
  });

  test("the test bench returns the reason when there is no answer", async () => {
    openai.script({ status: 500 }, { raw: "?" });
    expect(await play("Oi")).toMatchObject({
      status: 502,
      body: { error: "ERR_AI_FAILED", details: { reason: "refused" } },
    });
    expect(await play("Oi")).toMatchObject({ status: 502, body: { details: { reason: "garbage" } } });
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { apiKey: "" });
    expect(await play("Oi")).toMatchObject({ status: 400, body: { error: "ERR_PROVIDER_AUTH" } });
  });
});

describe("help for attendants", () => {
  test("assist suggests, summarises, rewrites and translates, and sends nothing", async () => {
    expect((await ask("suggest")).body).toEqual({
      text: "Olá! Obrigado por escrever. Já estou verificando e retorno em instantes.",
    });
    expect(openai.completions[0]?.messages[1]?.content).toBe("Cliente: Oi");
    expect((await ask("summarise")).body.text).toContain("O cliente escreveu: Oi.");
    expect((await ask("rewrite", { text: "ja vou ver", tone: "formal" })).body.text).toBe(
      "ja vou ver. Conte comigo!",
    );
    expect(openai.completions[2]?.messages[0]?.content).toContain("formal");
    expect((await ask("translate", { text: "Bom dia", language: "en" })).body.text).toBe(
      "[traduzido] Bom dia",
    );
    expect(t.texts()).toEqual(["Oi"]);
    const runs = (await t.asAdmin.get(`/tickets/${t.ticketId}/ai-runs`)).body.runs;
    expect(runs.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      "translate",
      "rewrite",
      "summarise",
      "suggest",
    ]);
    expect(runs[0].user).toEqual({ id: t.ana.actor.id, name: "Ana" });
  });

  test("assist needs a text, a readable ticket, a key and the plan flag", async () => {
    expect(await ask("rewrite")).toMatchObject({ status: 400, body: { error: "ERR_VALIDATION" } });
    const stranger = t.app.api(testUser(t.tenant));
    expect(await ask("suggest", {}, stranger)).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_TICKET_FOUND" },
    });
    run(t.tenant.db, "UPDATE prompt SET api_key = ''");
    expect(await ask("suggest")).toMatchObject({ status: 409, body: { error: "ERR_AI_NOT_READY" } });
    expect(openai.calls).toEqual([]);
  });
});

test("the trace of an answer is for admins and shows messages, cost and result", async () => {
  shop.write("Quero uma pessoa");
  await shop.pass(4000);
  const { runs } = (await t.asAdmin.get(`/tickets/${shop.ticket().id}/ai-runs`)).body;
  expect(runs[0]).toMatchObject({
    purpose: "answer",
    prompt: { id: shop.promptId, name: "Balconista" },
    model: "gpt-4o-mini",
    result: "handed_over",
    error: "asked",
    trace: {
      messages: [{ role: "user", text: "Quero uma pessoa" }],
      answer: "Claro! Vou chamar alguém da equipe para continuar com você.",
      actions: [{ name: "transfer_to_person", target: null }],
      ignored: [],
    },
  });
  expect(runs[0].tokensIn).toBeGreaterThan(0);
  t.app.clock.advance(91 * 24 * 60 * 60_000);
  await t.app.app.runJob("prompt_clean_up");
  expect(all(t.tenant.db, "SELECT 1 FROM ai_run WHERE trace IS NOT NULL")).toEqual([]);
});
