import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { startDialogflow } from "#simulator/dialogflow/server.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { RunnerPort } from "./delivery/runner-port.ts";
import { desk } from "./testing.ts";

const google = startDialogflow();
const t = desk({ DIALOGFLOW_URL: google.url });
beforeAll(() => t.start());
afterAll(async () => {
  await t.stop();
  await google.stop();
});
beforeEach(() => {
  t.meet();
  google.asked.length = 0;
});
const hook = { type: "webhook", name: "Meu sistema", urlN8N: "http://127.0.0.1:9/x" };
const agent = () => ({
  type: "dialogflow",
  name: "Agente",
  projectName: google.project,
  jsonContent: google.keyFile,
});

describe("an integration", () => {
  test("an integration is created by admins with the defaults of its type; its secret is shown once", async () => {
    const made = await t.asAdmin.post("/queueIntegration", hook);
    expect(made.body).toMatchObject({
      type: "webhook",
      name: "Meu sistema",
      language: "pt-BR",
      typebotDelayMessage: 1000,
      typebotExpires: 1,
      events: [],
      secret: expect.stringMatching(/^whsec_.{30,}/),
    });
    const { id, secret } = made.body;
    expect((await t.asAdmin.get(`/queueIntegration/${id}`)).body).not.toHaveProperty("secret");
    const renewed = (await t.asAdmin.post(`/queueIntegration/${id}/secret`)).body.secret;
    expect(renewed).not.toBe(secret);
    const page = (await t.asAdmin.get("/queueIntegration/?searchParam=MEU&pageNumber=1")).body;
    expect(page).toMatchObject({
      queueIntegrations: [{ id, urlN8N: "http://127.0.0.1:9/********" }],
      hasMore: false,
    });
    expect((await t.asAdmin.get("/queueIntegration?searchParam=outro")).body.queueIntegrations).toEqual([]);
    const seen = (await t.asAna.get(`/queueIntegration/${id}`)).body;
    expect(seen).toMatchObject({ id, name: "Meu sistema", urlN8N: "", jsonContent: "" });
    for (const call of [
      () => t.asAna.post("/queueIntegration", hook),
      () => t.asAna.put(`/queueIntegration/${id}`, { name: "Meu" }),
      () => t.asAna.delete(`/queueIntegration/${id}`),
      () => t.asAna.get(`/queueIntegration/${id}/deliveries`),
    ])
      expect((await call()).status).toBe(403);
  });

  test.each([
    [{ ...hook, name: "a" }, { name: "too_short" }],
    [{ ...hook, name: "a".repeat(51) }, { name: "too_long" }],
    [{ type: "n8n", name: "Fluxo" }, { urlN8N: "required" }],
    [
      { type: "typebot", name: "Fluxo" },
      { urlN8N: "required", typebotSlug: "required" },
    ],
    [
      { type: "dialogflow", name: "Fluxo" },
      { projectName: "required", jsonContent: "required" },
    ],
    [{ type: "dialogflow", name: "Fluxo", projectName: "p", jsonContent: "{}" }, { jsonContent: "invalid" }],
    [{ ...hook, type: "fax" }, { type: "invalid" }],
  ])("%j is refused with what is wrong", async (body, fields) => {
    const { status, body: answer } = await t.asAdmin.post("/queueIntegration", body);
    expect([status, answer.details?.fields]).toEqual([400, fields]);
    expect(all(t.tenant.db, "SELECT id FROM integration")).toEqual([]);
  });

  test("an integration needs the plan flag", async () => {
    const tenant = t.app.company("Sem plano", { use_integrations: 0 });
    const admin = t.app.api(testUser(tenant, { profile: "admin" }));
    for (const reply of [await admin.get("/queueIntegration"), await admin.post("/queueIntegration", hook)])
      expect(reply).toMatchObject({ status: 403, body: { error: "ERR_PLAN_FEATURE" } });
  });

  test("an integration that is deleted is removed from queues, options and connections, and its customers wait for a person", async () => {
    const made = await t.employ(hook);
    const queueId = testQueue(t.tenant, "Robô");
    expect((await t.asAdmin.put(`/queue/${queueId}`, { integrationId: made.id })).status).toBe(200);
    const option = { queueId, title: "Robô", action: "integration", integrationId: made.id };
    expect((await t.asAdmin.post("/queue-options", option)).status).toBe(200);
    t.receive(wrote(t.customer, "Oi", t.app.clock.now()));
    expect(t.ticket().integrationId).toBe(made.id);
    const socket = await t.app.socket(testUser(t.tenant, { profile: "admin" }));
    expect((await t.asAdmin.delete(`/queueIntegration/${made.id}`)).body).toHaveProperty("message");
    expect(await socket.event("queueIntegration", "delete")).toMatchObject({ id: made.id });
    expect(t.ticket()).toMatchObject({ integrationId: null, useIntegration: false, status: "pending" });
    for (const table of ["queue", "queue_option", "connection", "ticket"])
      expect(all(t.tenant.db, `SELECT id FROM ${table} WHERE integration_id IS NOT NULL`)).toEqual([]);
    expect(one(t.tenant.db, "SELECT action FROM queue_option")).toEqual({ action: "say" });
    await t.rest();
  });

  test("an integration has no plaintext key in files, responses or events", async () => {
    const admin = testUser(t.tenant, { profile: "admin" });
    const socket = await t.app.socket(admin);
    const made = await t.employ(agent());
    const line = google.privateKey.split("\n")[3] ?? "";
    expect(JSON.parse(made.jsonContent)).toMatchObject({
      private_key: "********",
      client_email: expect.any(String),
    });
    expect(JSON.stringify(await socket.event("queueIntegration", "create"))).not.toContain(line);
    const changed = await t.asAdmin.put(`/queueIntegration/${made.id}`, { ...made, name: "Outro nome" });
    expect(changed.status).toBe(200);
    await t.write("Oi");
    await t.pass(5000);
    expect(t.said()).toEqual(["Você disse Oi"]);
    const { secret = "" } = (await t.asAdmin.post("/queueIntegration", hook)).body;
    t.tenant.db.$client.pragma("wal_checkpoint(TRUNCATE)");
    for (const file of readdirSync(t.app.directory, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const content = readFileSync(join(file.parentPath, file.name), "latin1");
      expect([file.name, content.includes(line), content.includes(secret)]).toEqual([
        file.name,
        false,
        false,
      ]);
    }
  });

  test("an integration can be tested: the response is shown and nothing is stored", async () => {
    const receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => Response.json({ heard: ((await request.json()) as { type: string }).type }),
    });
    const made = await t.employ({ ...hook, urlN8N: receiver.url.href });
    expect((await t.asAdmin.post(`/queueIntegration/${made.id}/test`)).body).toEqual({
      ok: true,
      statusCode: 200,
      error: null,
      answer: '{"heard":"test"}',
    });
    await receiver.stop(true);
    expect((await t.asAdmin.post(`/queueIntegration/${made.id}/test`)).body).toMatchObject({
      ok: false,
      statusCode: null,
      error: expect.stringContaining("unreachable"),
    });
    expect(t.log(made.id)).toEqual([]);
  });
});

describe("an agent of Dialogflow", () => {
  test("an agent of Dialogflow is tested before it is saved, with the reason of a failure", async () => {
    const { projectName, jsonContent } = agent();
    const tried = await t.asAdmin.post("/queueIntegration/testSession", {
      projectName,
      jsonContent,
      language: "es",
    });
    expect(tried.body).toEqual({ messages: ["Você disse Hola"] });
    const wrong = await t.asAdmin.post("/queueIntegration/testSession", {
      projectName: "outro",
      jsonContent,
      language: "en",
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "ERR_INTEGRATION_TEST", details: { reason: expect.stringContaining("outro") } },
    });
    const stranger = startDialogflow();
    const foreign = JSON.stringify({ ...JSON.parse(stranger.keyFile), token_uri: `${google.url}/token` });
    const refused = await t.asAdmin.post("/queueIntegration/testSession", {
      projectName,
      jsonContent: foreign,
      language: "en",
    });
    expect(refused.body.details).toEqual({ reason: "Invalid JWT Signature." });
    await stranger.stop();
    expect(all(t.tenant.db, "SELECT id FROM integration")).toEqual([]);
  });

  test("an agent of Dialogflow gets consecutive messages as one query in the session of the ticket", async () => {
    await t.employ({ ...agent(), language: "es" });
    await t.write("Oi");
    await t.pass(2000);
    await t.write("quero saber o preço");
    await t.pass(3000);
    expect(google.asked).toEqual([]);
    await t.pass(2000);
    expect(google.asked).toEqual([
      { session: t.ticket().uuid, text: "Oi\nquero saber o preço", language: "es" },
    ]);
    expect(t.said()).toEqual(["Você disse Oi\nquero saber o preço"]);
  });

  test("an agent of Dialogflow answers with several texts, and transfers by payload or at the end of the conversation", async () => {
    google.agent = (text) =>
      text === "fim"
        ? { fulfillmentText: "Até logo", diagnosticInfo: { end_conversation: true } }
        : {
            fulfillmentMessages: [
              { text: { text: ["Um"] } },
              { text: { text: ["Dois"] } },
              { payload: { queueId: t.queueId } },
            ],
          };
    await t.employ(agent());
    await t.write("vendas");
    await t.pass(5000);
    expect(t.said()).toEqual(["Um", "Dois"]);
    expect(t.ticket()).toMatchObject({ queueId: t.queueId, useIntegration: false });
    t.meetAnother();
    await t.write("fim");
    await t.pass(5000);
    expect(t.said()).toEqual(["Até logo"]);
    expect(t.ticket()).toMatchObject({ useIntegration: false, status: "pending" });
    google.agent = (text) => ({ fulfillmentText: `Você disse ${text}` });
  });

  test("an agent of Dialogflow gets a voice note as audio, or its transcript", async () => {
    const sends = async (mimeType: string) => {
      const path = `${t.tenant.mediaDirectory}/voice-${Math.random()}`;
      await Bun.write(path, "bytes of a recording");
      const file = { state: "stored", path, size: 20, sha256: "x" } as const;
      const kept = { fileName: "voz.ogg", voice: true, sticker: false, duration: 3, file } as const;
      const media = { kind: "audio", mimeType, ...kept } as const;
      t.receive(wrote(t.customer, { type: "media", media, caption: "" }, t.app.clock.now()));
    };
    await t.employ(agent());
    await sends("audio/ogg; codecs=opus");
    await t.pass(5000);
    const base64 = Buffer.from("bytes of a recording").toString("base64");
    expect(google.asked).toEqual([
      { session: t.ticket().uuid, text: `(audio ${base64.length})`, language: "pt-BR" },
    ]);
    expect(t.said()).toEqual([`Você disse (audio ${base64.length})`]);
    await sends("audio/mp4");
    run(t.tenant.db, "UPDATE message SET transcript = 'quero um bolo' WHERE media_type = 'audio'");
    await t.pass(5000);
    expect(google.asked.at(-1)?.text).toBe("quero um bolo");
    // Files without speech and text cause no query, and the conversation continues.
    await sends("audio/mp4");
    await t.pass(5000);
    expect(google.asked).toHaveLength(2);
    expect(t.ticket().useIntegration).toBeTrue();
  });

  test("an agent of Dialogflow with a deleted project leaves the customer to a person", async () => {
    const made = await t.employ({ ...agent(), projectName: "sumiu" });
    await t.write("Oi");
    await t.pass(90_000, 5000);
    expect(t.log(made.id)).toMatchObject([{ state: "failed", statusCode: 404, attempts: 3 }]);
    expect(t.trail()).toContain("integration_failed");
    await t.app.installation.ports.use(RunnerPort).idle();
    run(t.tenant.db, "UPDATE connection SET integration_id = NULL");
  });
});
