import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { one, run } from "#platform/db/database.ts";
import { startDialogflow } from "#simulator/dialogflow/server.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { testUser } from "#test/helpers/installation.ts";
import type { TestSocket } from "#test/helpers/socket.ts";
import { maskedAddress, unmaskedAddress, withoutCallbacks } from "./crud/masked-address.ts";
import { desk } from "./testing.ts";

const google = startDialogflow();
const t = desk({ DIALOGFLOW_URL: google.url });
let support: Api;
let socket: TestSocket;
beforeAll(() => t.start());
afterAll(async () => {
  await t.stop();
  await google.stop();
});
beforeEach(async () => {
  const rita = testUser(await ensureProviderCompany(t.app.installation, "Provedor"), { profile: "admin" });
  t.meet();
  run(rita.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", rita.actor.id);
  const { body } = await t.app.api(rita).post(`/companies/${t.tenant.id}/support`, {});
  support = createApi(t.app.url, body.token);
  socket = await t.app.socket(rita, { token: body.token });
});

const SECRET = "http://127.0.0.1:9/hook/SEGREDO?key=SEGREDO";
const SHOWN = "http://127.0.0.1:9/********";
const urlOf = (id: number) =>
  one<{ url: string }>(t.tenant.db, "SELECT url FROM integration WHERE id = ?", id)?.url;
const NO_PERMISSION = { status: 403, body: { error: "ERR_NO_PERMISSION" } };

test("answers and broadcasts contain only the host of an integration's address, also for admins", async () => {
  const made = await t.asAdmin.post("/queueIntegration", { type: "n8n", name: "Fluxo", urlN8N: SECRET });
  const { id } = made.body;
  expect(made.body.urlN8N).toBe(SHOWN);
  expect((await t.asAdmin.get(`/queueIntegration/${id}`)).body.urlN8N).toBe(SHOWN);
  expect((await support.get(`/queueIntegration/${id}`)).body.urlN8N).toBe(SHOWN);
  expect((await support.get("/queueIntegration")).body.queueIntegrations).toMatchObject([{ urlN8N: SHOWN }]);
  const event = await socket.event("queueIntegration", "create");
  expect([event.record.urlN8N, event.queueIntegration.urlN8N]).toEqual([SHOWN, SHOWN]);
  const admin = await t.app.socket(testUser(t.tenant, { profile: "admin" }));
  await t.asAdmin.put(`/queueIntegration/${id}`, { name: "Outro" });
  expect((await admin.event("queueIntegration", "update")).record.urlN8N).toBe(SHOWN);
  expect((await socket.event("queueIntegration", "update")).record.urlN8N).toBe(SHOWN);
});

test("a support session changes an integration but can neither see nor set its address", async () => {
  const { id } = (await t.asAdmin.post("/queueIntegration", { type: "n8n", name: "Fluxo", urlN8N: SECRET }))
    .body;
  const { body: seen } = await support.get(`/queueIntegration/${id}`);
  const saved = await support.put(`/queueIntegration/${id}`, { ...seen, name: "Renomeado" });
  expect(saved).toMatchObject({ status: 200, body: { name: "Renomeado", urlN8N: SHOWN } });
  expect(urlOf(id)).toBe(SECRET);
  for (const urlN8N of ["http://127.0.0.1:9/mine", "", `${SHOWN}/x`])
    expect(await support.put(`/queueIntegration/${id}`, { urlN8N })).toMatchObject(NO_PERMISSION);
  const mine = { type: "n8n", name: "Meu", urlN8N: "http://127.0.0.1:9/mine" };
  expect(await support.post("/queueIntegration", mine)).toMatchObject(NO_PERMISSION);
  expect(await support.post(`/queueIntegration/${id}/secret`)).toMatchObject(NO_PERMISSION);
  expect(urlOf(id)).toBe(SECRET);
  // An admin who saves the form with the masked address keeps the stored one.
  expect((await t.asAdmin.put(`/queueIntegration/${id}`, { urlN8N: SHOWN })).body.urlN8N).toBe(SHOWN);
  expect(urlOf(id)).toBe(SECRET);
});

test("an admin replaces the masked address of an integration, but cannot save the mask as a part of one", async () => {
  const { id } = (await t.asAdmin.post("/queueIntegration", { type: "n8n", name: "Fluxo", urlN8N: SECRET }))
    .body;
  for (const urlN8N of [`${SHOWN}/x`, "http://127.0.0.1:9/hook?key=********"])
    expect(await t.asAdmin.put(`/queueIntegration/${id}`, { urlN8N })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION" },
    });
  const copy = { type: "n8n", name: "Cópia", urlN8N: SHOWN };
  expect(await t.asAdmin.post("/queueIntegration", copy)).toMatchObject({ status: 400 });
  expect(urlOf(id)).toBe(SECRET);
  await t.asAdmin.put(`/queueIntegration/${id}`, { urlN8N: "http://127.0.0.1:9/other" });
  expect(urlOf(id)).toBe("http://127.0.0.1:9/other");
});

test("no webhook address is read, and a support session cannot create a webhook", async () => {
  const body = { name: "ERP", url: SECRET, events: ["message.created"] };
  const { id, url: made } = (await t.asAdmin.post("/webhooks", body)).body;
  expect(made).toBe(SHOWN);
  expect((await t.asAdmin.get("/webhooks")).body.webhooks).toMatchObject([{ id, url: SHOWN }]);
  expect((await support.get("/webhooks")).body.webhooks).toMatchObject([{ id, url: SHOWN }]);
  expect(await support.put(`/webhooks/${id}`, { ...body, url: SHOWN, name: "ERP 2" })).toMatchObject({
    status: 200,
    body: { name: "ERP 2", url: SHOWN },
  });
  expect(urlOf(id)).toBe(SECRET);
  expect(await support.put(`/webhooks/${id}`, { ...body, url: "http://127.0.0.1:9/mine" })).toMatchObject(
    NO_PERMISSION,
  );
  expect(await support.post("/webhooks", body)).toMatchObject(NO_PERMISSION);
  expect(await support.post(`/webhooks/${id}/secret`)).toMatchObject(NO_PERMISSION);
});

test("a support session cannot replace the key of a service account", async () => {
  const agent = {
    type: "dialogflow",
    name: "Agente",
    projectName: google.project,
    jsonContent: google.keyFile,
  };
  expect(await support.post("/queueIntegration", agent)).toMatchObject(NO_PERMISSION);
  const { id, jsonContent } = (await t.asAdmin.post("/queueIntegration", agent)).body;
  expect(await support.put(`/queueIntegration/${id}`, { jsonContent, name: "Robô" })).toMatchObject({
    status: 200,
  });
  const other = JSON.stringify({ ...JSON.parse(google.keyFile), private_key: "another" });
  expect(await support.put(`/queueIntegration/${id}`, { jsonContent: other })).toMatchObject(NO_PERMISSION);
});

test("an address is masked after its host, and a masked address keeps the stored one", () => {
  expect(maskedAddress("https://user:word@n8n.example:8443/a?b=c#d")).toBe(
    "https://n8n.example:8443/********",
  );
  // Nothing follows the host.
  expect(maskedAddress("https://n8n.example")).toBe("https://n8n.example");
  expect(maskedAddress("https://n8n.example/?token=1")).toBe("https://n8n.example/********");
  expect(maskedAddress("no address")).toBe("********");
  expect(maskedAddress("")).toBe("");
  expect(unmaskedAddress(SHOWN, SECRET)).toBe(SECRET);
  expect(unmaskedAddress("********", SECRET)).toBe(SECRET);
  expect(unmaskedAddress("https://new.example/x", SECRET)).toBe("https://new.example/x");
  expect(unmaskedAddress("********", "")).toBe("********");
});

test("a callback token is removed from a text", () => {
  const text = '{"links":{"callback":"https://a.example/api/integrations/callback/1.2.n.s"},"x":1}';
  expect(withoutCallbacks(text)).toBe(
    '{"links":{"callback":"https://a.example/api/integrations/callback/********"},"x":1}',
  );
});
