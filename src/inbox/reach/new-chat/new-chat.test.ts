import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";
import { isNewChat } from "./is-new-chat.ts";

let s: Scene;
let ana: UserCtx;
beforeEach(() => {
  s = scene();
  ana = testUser(s.tenant, { name: "Ana" });
});
afterEach(() => s.close());

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.status, error.code] : error),
  );

describe("whether a message would start a new conversation", () => {
  test("a contact who never wrote on the connection is new there", async () => {
    const contactId = testContact(s.tenant);
    expect(await isNewChat(ana, contactId, s.connectionId)).toEqual({
      whatsappId: s.connectionId,
      isCold: true,
      isBeyondBudget: false,
    });
  });

  test("a contact who wrote on one connection is established there and new on every other one", async () => {
    const other = testConnection(s.tenant, { name: "Loja Norte" });
    s.receive(wrote({ name: "Marina", identities: [phone("5511977770001")] }, "Oi", s.clock.now()));
    const contactId = s.row<{ id: number }>("SELECT id FROM contact")?.id ?? 0;
    run(s.tenant.db, "UPDATE ticket SET status = 'closed'");
    expect((await isNewChat(ana, contactId, s.connectionId)).isCold).toBe(false);
    expect((await isNewChat(ana, contactId, other)).isCold).toBe(true);
  });

  test("a contact whose privacy token the session holds is not new, unless the number is official", async () => {
    const official = testConnection(s.tenant, { name: "Oficial" });
    run(s.tenant.db, "UPDATE connection SET provider = 'cloud' WHERE id = ?", official);
    s.provider.answers.isEstablished = () => true;
    const contactId = testContact(s.tenant);
    expect((await isNewChat(ana, contactId, s.connectionId)).isCold).toBe(false);
    expect((await isNewChat(ana, contactId, official)).isCold).toBe(true);
  });

  test("without a chosen connection the answer contains the connection that a new ticket would get, or null while none is open", async () => {
    const contactId = testContact(s.tenant);
    expect((await isNewChat(ana, contactId, null)).whatsappId).toBe(s.connectionId);
    run(s.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
    expect(await isNewChat(ana, contactId, null)).toEqual({
      ...{ whatsappId: null, isCold: false, isBeyondBudget: false },
    });
  });

  test("an unknown contact or connection is answered with 404", async () => {
    const contactId = testContact(s.tenant);
    expect(await errorOf(isNewChat(ana, 999, s.connectionId))).toEqual([404, "ERR_NO_CONTACT_FOUND"]);
    expect(await errorOf(isNewChat(ana, contactId, 999))).toEqual([404, "ERR_NO_WAPP_FOUND"]);
  });
});

test("every user may confirm a new conversation over HTTP, and the confirmation has an audit entry", async () => {
  const app = await startTestApp();
  const tenant = app.company("Padaria");
  const whatsappId = testConnection(tenant, { name: "Loja" });
  run(tenant.db, "UPDATE connection SET new_chats_per_day = 1");
  run(
    tenant.db,
    "INSERT INTO first_contact (connection_id, contact_id, at, source, text_hash) VALUES (?, ?, ?, 'api', '')",
    whatsappId,
    testContact(tenant, { name: "Outra pessoa", number: "5511900000001" }),
    app.clock.now(),
  );
  const contactId = testContact(tenant, { name: "Davi" });
  const api = app.api(testUser(tenant, { name: "Ana" }));
  const path = `/contacts/${contactId}/new-chat`;
  const ask = async () => (await api.get(`${path}?whatsappId=${whatsappId}`)).body.isBeyondBudget;
  expect(await ask()).toBe(true);
  expect((await api.post(path, { whatsappId: 999 })).status).toBe(404);
  expect((await api.post(path, { whatsappId })).status).toBe(200);
  expect(await ask()).toBe(false);
  const { body } = await app.api(testUser(tenant, { profile: "admin" })).get("/audit");
  expect(JSON.stringify(body)).toContain('"started"');
  await app.stop();
});
