import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { aiShop } from "#automation/prompts/testing.ts";
import { about } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { isForeign } from "./contract.ts";

const ENGLISH = "Good morning, I would like to know the price";

describe("a text in another language than its reader's", () => {
  const samples = {
    pt: ["Bom dia, queria saber o preço do bolo", "oi tudo bem? vcs entregam hoje", "me passa a chave pix"],
    en: [ENGLISH, "hi, do you deliver today?", "the package arrived broken"],
    es: [
      "Buenos días, quisiera saber el precio",
      "¿Cuánto cuesta el envío a Campinas?",
      "Quiero comprar dos tortas",
    ],
  } as const;
  test.each([
    ["pt", "en", "es"],
    ["en", "pt", "es"],
    ["es", "en", "pt"],
  ] as const)("a reader in %s: texts in %s and %s are foreign, one's own are not", (own, ...others) => {
    for (const text of samples[own]) expect([text, isForeign(text, own)]).toEqual([text, false]);
    for (const text of samples[others[0]].slice(0, 2))
      expect([text, isForeign(text, own)]).toEqual([text, true]);
  });

  test("names, numbers, links, short words and signs do not count as another language", () => {
    for (const text of [
      "John Smith Miller",
      "12.345.678-90",
      "https://the.and/of/you?to=is",
      "ok thanks",
      "👍👍👍",
      "",
      "...",
    ])
      expect([text, isForeign(text, "pt")]).toEqual([text, false]);
  });

  test("texts in other scripts and in other languages of Europe count as foreign for every reader", () => {
    for (const text of [
      "Здравствуйте, сколько стоит",
      "你好，请问多少钱",
      "Guten Tag, ich möchte den Preis wissen",
    ])
      for (const reader of ["pt", "en", "es"] as const)
        expect([text, reader, isForeign(text, reader)]).toEqual([text, reader, true]);
  });
});

const shop = aiShop();
const { t, openai } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());
beforeEach(async () => {
  await shop.open();
  writeSetting(t.tenant, "translateIncoming", "demand");
});

/** The customer writes in Ana's ticket; returns the message and its id on the network. */
const customerWrites = (text: string) => {
  run(t.tenant.db, "UPDATE connection SET prompt_id = NULL");
  const ticket = one<{ contact: number }>(
    t.tenant.db,
    "SELECT contact_id AS contact FROM ticket WHERE id = ?",
    t.ticketId,
  );
  const { address } = one<{ address: string }>(
    t.tenant.db,
    "SELECT address FROM contact_identity WHERE contact_id = ?",
    ticket?.contact ?? 0,
  ) ?? { address: "" };
  t.customer = { name: "Maria", identities: [{ kind: "pn", value: address.split("@")[0] ?? "", address }] };
  const id = shop.write(text);
  const message = one<{ networkId: string }>(
    t.tenant.db,
    "SELECT provider_id AS networkId FROM message WHERE id = ?",
    id,
  );
  return { id, networkId: message?.networkId ?? "" };
};
const usePlan = (useOpenAi: 0 | 1) => {
  const { system, tenants } = t.app.installation;
  run(system, "UPDATE plan SET use_open_ai = ? WHERE id = ?", useOpenAi, t.tenant.company.plan.id);
  tenants.refresh(t.tenant.id);
};
const translate = (id: number, body: object = {}, api = t.asAna) =>
  api.post(`/messages/${id}/translation`, { language: "pt", ...body });
const calls = () => openai.completions.length;
const shown = async (id: number) =>
  (await t.asAna.get(`/messages/${t.ticketId}`)).body.messages.find((one: { id: number }) => one.id === id)
    .translations;
const rows = () => all(t.tenant.db, "SELECT message_id AS id, language FROM message_translation");

describe("the translation of a customer's message", () => {
  test("a translation is stored beside the original, and is requested from the model once per language", async () => {
    const { id } = customerWrites(ENGLISH);
    const before = calls();
    expect((await translate(id)).body).toEqual({ text: `[traduzido] ${ENGLISH}` });
    const again = await Promise.all([
      translate(id),
      translate(id, {}, t.asAdmin),
      translate(id, { language: "es" }),
    ]);
    expect(again.map(({ body }) => body.text)).toEqual(Array(3).fill(`[traduzido] ${ENGLISH}`));
    expect(calls() - before).toBe(2);
    expect(await shown(id)).toEqual([
      { language: "es", body: `[traduzido] ${ENGLISH}` },
      { language: "pt", body: `[traduzido] ${ENGLISH}` },
    ]);
  });

  test("two readers who ask at the same time share one call", async () => {
    const { id } = customerWrites(ENGLISH);
    const before = calls();
    await Promise.all([translate(id), translate(id, {}, t.asAdmin)]);
    expect(calls() - before).toBe(1);
  });

  test("a translation counts in the budget of the queue's prompt, and the log stores no words of it", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { monthlyBudgetTokens: 1 });
    const { id } = customerWrites(ENGLISH);
    expect((await translate(id)).status).toBe(200);
    const log = one(
      t.tenant.db,
      "SELECT purpose, prompt_id AS prompt, trace, tokens_in > 0 AS counted FROM ai_run ORDER BY id DESC",
    );
    expect(log).toEqual({ purpose: "translate", prompt: shop.promptId, trace: null, counted: 1 });
    const next = customerWrites(ENGLISH);
    expect(await translate(next.id)).toMatchObject({ status: 409, body: { error: "ERR_AI_BUDGET" } });
    // The stored translation is read without another call of the model.
    expect((await translate(id)).status).toBe(200);
  });

  test("a translation needs the plan, the setting, a prompt with a key and a readable message with words of a customer", async () => {
    const { id } = customerWrites(ENGLISH);
    const refused = async (message: number, api = t.asAna) => {
      const { status, body } = await translate(message, {}, api);
      return [status, body.error];
    };
    const own = (await t.post({ body: "Bom dia" })).body.message.id;
    expect(await refused(own)).toEqual([400, "ERR_VALIDATION"]);
    const stranger = t.app.api(testUser(t.tenant, { name: "Zé" }));
    expect(await refused(id, stranger)).toEqual([404, "ERR_NO_MESSAGE_FOUND"]);
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { apiKey: "" });
    expect(await refused(id)).toEqual([409, "ERR_AI_NOT_READY"]);
    writeSetting(t.tenant, "translateIncoming", "off");
    expect(await refused(id)).toEqual([403, "ERR_NO_PERMISSION"]);
    usePlan(0);
    expect(await refused(id)).toEqual([403, "ERR_PLAN_FEATURE"]);
    const set = (value: string) => t.asAdmin.put("/settings/translateIncoming", { value });
    expect((await set("auto")).body.error).toBe("ERR_PLAN_FEATURE");
    expect((await set("off")).status).toBe(200);
    usePlan(1);
    expect(rows()).toEqual([]);
  });

  test("a failure of the model is an error, stores nothing, and the next call tries again", async () => {
    const { id } = customerWrites(ENGLISH);
    openai.script({ status: 500 }, { text: " " });
    expect(await translate(id)).toMatchObject({ status: 502, body: { error: "ERR_AI_FAILED" } });
    expect(await translate(id)).toMatchObject({ status: 502, body: { details: { reason: "empty" } } });
    expect(rows()).toEqual([]);
    expect((await translate(id)).status).toBe(200);
  });

  test("a translation is deleted when its message is edited, deleted or removed", async () => {
    const { id, networkId } = customerWrites(ENGLISH);
    await translate(id);
    t.receive(
      about(t.customer, "edit", networkId, { at: t.app.clock.now(), fromMe: false, body: "How much is it?" }),
    );
    expect(rows()).toEqual([]);
    await translate(id);
    t.receive(about(t.customer, "revoke", networkId, { at: t.app.clock.now(), fromMe: false }));
    expect(await shown(id)).toBeUndefined();
    run(t.tenant.db, "DELETE FROM message WHERE id = ?", id);
    expect(rows()).toEqual([]);
  });

  test("a search finds the original text of a message, not its translation", async () => {
    const { id } = customerWrites(ENGLISH);
    await translate(id);
    const hits = async (word: string) =>
      (await t.asAna.get(`/messages/search?searchParam=${word}`)).body.hits.map(
        (hit: { id: number }) => hit.id,
      );
    expect([await hits("morning"), await hits("traduzido")]).toEqual([[id], []]);
  });
});

describe("an automatic translation", () => {
  const automatic = async (id: number) => (await translate(id, { automatic: true })).body.text;

  test("an automatic translation is made only for a text in another language, and only with the setting `auto`", async () => {
    const { id } = customerWrites(ENGLISH);
    expect(await automatic(id)).toBeNull();
    writeSetting(t.tenant, "translateIncoming", "auto");
    const before = calls();
    expect(await automatic(customerWrites("Bom dia, queria saber o preço do bolo").id)).toBeNull();
    expect(await automatic(customerWrites("hi there").id)).toBeNull();
    expect(calls()).toBe(before);
    expect(await automatic(id)).toBe(`[traduzido] ${ENGLISH}`);
  });

  test("messages of a contact who withdrew the consent are translated only from the menu, never automatically", async () => {
    writeSetting(t.tenant, "translateIncoming", "auto");
    const { id } = customerWrites(ENGLISH);
    run(
      t.tenant.db,
      "INSERT INTO consent (contact_id, connection_id, version, told_at, withdrawn_at) SELECT contact_id, connection_id, 1, 1, 2 FROM message WHERE id = ?",
      id,
    );
    const before = calls();
    expect(await automatic(id)).toBeNull();
    expect(calls()).toBe(before);
    expect((await translate(id)).status).toBe(200);
  });
});
