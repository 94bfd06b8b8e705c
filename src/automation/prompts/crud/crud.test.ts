import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MASK } from "#accounts/settings/index.ts";
import { NEURAL_VOICES, VOICES } from "#automation/prompts/contract.ts";
import { one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const KEY = "sk-canary-1234567890";
function setUp() {
  const tenant = app.company();
  const queueId = testQueue(tenant, "Vendas");
  const admin = testUser(tenant, { profile: "admin" });
  return { tenant, queueId, admin, api: app.api(admin), attendant: app.api(testUser(tenant)) };
}
const body = (queueId: number) => ({ name: "IA", prompt: "Oi", queueId, apiKey: KEY });

describe("a prompt", () => {
  test("a prompt is created with the defaults of the contract, also with short texts", async () => {
    const { api, queueId } = setUp();
    const made = await api.post("/prompt", body(queueId));
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: "IA",
        prompt: "Oi",
        queueId,
        queue: { id: queueId, name: "Vendas" },
        voice: "texto",
        voiceKey: "",
        voiceRegion: "",
        maxTokens: 100,
        temperature: 1,
        maxMessages: 10,
        apiKey: MASK,
        baseUrl: "https://api.openai.com/v1",
        model: "gpt-4o-mini",
        monthlyBudgetTokens: 0,
        maxTurns: 20,
        sttModel: "whisper-1",
        tokensThisMonth: 0,
      },
    });
    expect((await api.get("/prompt")).body).toEqual({ prompts: [made.body] });
    expect((await api.get(`/prompt/${made.body.id}`)).body).toEqual(made.body);
    const changed = await api.put(`/prompt/${made.body.id}`, {
      ...made.body,
      name: "Outra",
      maxTokens: "256",
      baseUrl: "",
    });
    expect(changed.body).toMatchObject({
      name: "Outra",
      maxTokens: 256,
      baseUrl: "https://api.openai.com/v1",
      apiKey: MASK,
    });
    expect((await api.delete(`/prompt/${made.body.id}`)).body).toHaveProperty("message");
    for (const call of [api.get(`/prompt/${made.body.id}`), api.delete(`/prompt/${made.body.id}`)])
      expect(await call).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
  });

  test("a prompt needs a queue, a name and a text, and numbers within their limits", async () => {
    const { api, queueId } = setUp();
    const { queueId: _, ...without } = body(queueId);
    for (const queue of [{}, { queueId: null }, { queueId: "" }])
      expect(await api.post("/prompt", { ...without, ...queue })).toMatchObject({
        status: 400,
        body: { error: "ERR_QUEUE_REQUIRED" },
      });
    expect(await api.post("/prompt", body(99_999))).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_QUEUE_FOUND" },
    });
    const fields = async (more: object) =>
      Object.keys((await api.post("/prompt", { ...body(queueId), ...more })).body.details?.fields ?? {});
    expect(await fields({ name: " ", prompt: " " })).toEqual(["name", "prompt"]);
    expect(await fields({ maxTokens: 4097, temperature: 2.1, maxMessages: 51 })).toEqual([
      "maxTokens",
      "temperature",
      "maxMessages",
    ]);
    expect(await fields({ maxTokens: 0, temperature: -1, maxMessages: 0 })).toHaveLength(3);
    expect(await fields({ voice: "en-US-JennyNeural", voiceRegion: "x.evil.example/" })).toEqual([
      "voice",
      "voiceRegion",
    ]);
    expect(await fields({ baseUrl: "file:///etc/passwd" })).toEqual(["baseUrl"]);
    expect(await fields({ baseUrl: "https://user:pw@example.com" })).toEqual(["baseUrl"]);
    expect((await api.get("/prompt")).body.prompts).toEqual([]);
  });

  test("a prompt has the voice texto and sixteen Brazilian neural voices", () => {
    expect(NEURAL_VOICES).toHaveLength(16);
    expect(new Set(NEURAL_VOICES).size).toBe(16);
    expect(NEURAL_VOICES.every((voice) => /^pt-BR-\w+Neural$/.test(voice))).toBe(true);
    expect(VOICES[0]).toBe("texto");
  });

  test("a prompt is visible to admins only, in responses and broadcasts", async () => {
    const { tenant, api, queueId, admin, attendant } = setUp();
    const other = testUser(tenant);
    const [near, far] = [await app.socket(admin), await app.socket(other)];
    const { id } = (await api.post("/prompt", body(queueId))).body;
    expect((await near.event("prompt", "create")).record).toMatchObject({ id, apiKey: MASK });
    await api.put(`/prompt/${id}`, { name: "Nova" });
    expect((await near.event("prompt", "update")).prompt.name).toBe("Nova");
    await api.delete(`/prompt/${id}`);
    expect(await near.event("prompt", "delete")).toEqual({ action: "delete", id });
    await app.settled(other, far);
    expect(far.events("prompt")).toEqual([]);
    for (const call of [
      attendant.get("/prompt"),
      attendant.post("/prompt", body(queueId)),
      attendant.get(`/tickets/1/ai-runs`),
    ])
      expect(await call).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
    near.close();
    far.close();
  });

  test("a prompt that is deleted is removed from all references", async () => {
    const { tenant, api, queueId } = setUp();
    const { id } = (await api.post("/prompt", body(queueId))).body;
    const connectionId = testConnection(tenant);
    expect(
      (await api.put(`/queue/${queueId}`, { name: "Vendas", color: "#123456", promptId: id })).status,
    ).toBe(200);
    run(tenant.db, "UPDATE connection SET prompt_id = ? WHERE id = ?", id, connectionId);
    expect(
      await api.put(`/queue/${queueId}`, { name: "Vendas", color: "#123456", promptId: 4711 }),
    ).toMatchObject({ status: 404 });
    await api.delete(`/prompt/${id}`);
    expect(one(tenant.db, "SELECT prompt_id FROM queue WHERE id = ?", queueId)).toEqual({ prompt_id: null });
    expect(one(tenant.db, "SELECT prompt_id FROM connection WHERE id = ?", connectionId)).toEqual({
      prompt_id: null,
    });
  });

  test("a prompt stays when its queue is deleted", async () => {
    const { api, queueId } = setUp();
    const { id } = (await api.post("/prompt", body(queueId))).body;
    expect((await api.delete(`/queue/${queueId}`)).status).toBe(200);
    expect((await api.get(`/prompt/${id}`)).body).toMatchObject({ queueId: null, queue: null });
  });
});

describe("the key of a prompt", () => {
  test("the API key of a prompt is kept by its mask, removed by an empty value, and never stored unencrypted", async () => {
    const { api, queueId } = setUp();
    const { id } = (await api.post("/prompt", { ...body(queueId), voiceKey: `${KEY}-voice` })).body;
    expect((await api.put(`/prompt/${id}`, { apiKey: MASK, voiceKey: MASK })).body).toMatchObject({
      apiKey: MASK,
      voiceKey: MASK,
    });
    expect((await api.put(`/prompt/${id}`, { voiceKey: "" })).body).toMatchObject({
      apiKey: MASK,
      voiceKey: "",
    });
    for (const file of readdirSync(app.directory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ))
      expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false);
  });

  test("the API key of a prompt is not sent to another server: it has to be typed again", async () => {
    const { api, queueId } = setUp();
    const { id } = (await api.post("/prompt", body(queueId))).body;
    expect(await api.put(`/prompt/${id}`, { baseUrl: "https://93.184.216.34/v1" })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { apiKey: "required" } } },
    });
    expect(
      (await api.put(`/prompt/${id}`, { baseUrl: "https://93.184.216.34/v1", apiKey: "another" })).status,
    ).toBe(200);
    expect(
      await api.put(`/prompt/${id}`, { baseUrl: "http://127.0.0.1:11434/v1", apiKey: "x" }),
    ).toMatchObject({
      status: 400,
      body: { error: "ERR_URL_NOT_ALLOWED" },
    });
  });

  test("the API key of a prompt is neither visible to nor changeable by support sessions", async () => {
    const { tenant, admin, queueId } = setUp();
    const { createPrompt } = await import("./save.ts");
    const support = { tenant, actor: { ...admin.actor, supportUntil: Number.MAX_SAFE_INTEGER } };
    expect(() => createPrompt(support, { ...body(queueId) })).toThrow("ERR_NO_PERMISSION");
  });
});
