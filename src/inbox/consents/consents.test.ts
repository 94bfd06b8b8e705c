import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { saveConsentText } from "./save.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
  const queue = testQueue(s.tenant, "Vendas");
  run(s.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", s.connectionId, queue);
  run(s.tenant.db, "UPDATE queue SET greeting_message = 'Bem-vindo às vendas' WHERE id = ?", queue);
  run(s.tenant.db, "UPDATE connection SET greeting_message = 'Bem-vindo' WHERE id = ?", s.connectionId);
});
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const now = () => s.clock.now();
const save = (text: string, tellAgain = false) =>
  saveConsentText(s.admin, s.connectionId, { text, tellAgain });
const said = () =>
  s.rows<{ body: string }>("SELECT body FROM message WHERE from_me = 1 ORDER BY id").map(({ body }) => body);
const told = () => s.rows("SELECT version, withdrawn_at IS NOT NULL AS gone FROM consent ORDER BY id");
const closed = () => run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1, user_id = NULL");

test("a new contact gets the privacy notice once, before the first automatic answer, and its version is stored", () => {
  const { installation } = s.tenant;
  Object.assign(installation, { config: { ...installation.config, publicUrl: "https://loja.example" } });
  save("Olá, {{firstName}}! Seus dados: {{privacyLink}}");
  s.receive(wrote(maria, "Oi", now()));
  expect(said()[0]).toBe("Olá, Maria! Seus dados: https://loja.example/privacy");
  expect(said().length).toBeGreaterThan(1);
  s.receive(wrote(maria, "Tem pão?", now()));
  closed();
  s.receive(wrote(maria, "Oi de novo", now()));
  expect(said().filter((body) => body.startsWith("Olá"))).toHaveLength(1);
  expect(told()).toEqual([{ version: 1, gone: 0 }]);
});

test("without PUBLIC_URL, a privacy notice omits the sentences that contain the privacy link", () => {
  save(
    "Olá, {{firstName}}! Seus dados ficam conosco. Saiba mais: {{ privacyLink }}. Para sair, responda SAIR.\nPolítica: {{privacyLink}}\nObrigado",
  );
  s.receive(wrote(maria, "Oi", now()));
  expect(said()[0]).toBe("Olá, Maria! Seus dados ficam conosco. Para sair, responda SAIR.\nObrigado");
});

test("without PUBLIC_URL, a privacy notice that is only the privacy link is not sent and not stored as sent", () => {
  save("{{privacyLink}}");
  s.receive(wrote(maria, "Oi", now()));
  expect([said(), told()]).toEqual([["Bem-vindo às vendas"], []]);
});

test("no privacy notice is sent if it has no text or the ticket has an attendant", () => {
  s.receive(wrote(maria, "Oi", now()));
  expect(told()).toEqual([]);
  save("Aviso");
  run(s.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", s.admin.actor.id);
  s.receive(wrote(maria, "Oi", now()));
  expect(told()).toEqual([]);
});

test("a changed notice is a new version; contacts with the old version get it only if the company enables that", () => {
  save("Aviso");
  expect(save("Aviso").version).toBe(1);
  s.receive(wrote(maria, "Oi", now()));
  expect(save("Aviso novo").version).toBe(2);
  closed();
  s.receive(wrote(maria, "Oi", now()));
  expect(told()).toEqual([{ version: 1, gone: 0 }]);
  save("Aviso novo", true);
  closed();
  s.receive(wrote(maria, "Oi", now()));
  expect(told()).toEqual([
    { version: 1, gone: 0 },
    { version: 3, gone: 0 },
  ]);
});

test("an opt-out keyword sent in reply to the notice stops campaigns; a day later the keyword has no effect", () => {
  save("Aviso. Responda SAIR para não receber ofertas.");
  s.receive(wrote(maria, "Oi", now()));
  s.receive(wrote(maria, "  Sair. ", now()));
  expect(told()).toEqual([{ version: 1, gone: 1 }]);
  expect(s.row("SELECT opted_out_at IS NOT NULL AS gone FROM contact")).toEqual({ gone: 1 });
  expect(said()).toContain("Pronto, você não receberá mais mensagens de campanha.");
  run(s.tenant.db, "UPDATE consent SET withdrawn_at = NULL; ");
  s.clock.advance(25 * 60 * 60_000);
  s.receive(wrote(maria, "sair", now()));
  expect(told()).toEqual([{ version: 1, gone: 0 }]);
});

test("admins edit the notice of each connection; all users see which version a contact got, and the contact's export contains it", async () => {
  const tenant = app.company("Padaria");
  const [admin, user] = [testUser(tenant, { profile: "admin" }), testUser(tenant)];
  const connection = testConnection(tenant, { name: "Loja" });
  const contact = testContact(tenant, { name: "Maria" });
  const put = (body: unknown, who = admin) => app.api(who).put(`/consent-texts/${connection}`, body);
  expect((await put({ text: "x".repeat(1001) })).body).toMatchObject({
    details: { fields: { text: "too_long" } },
  });
  expect((await put({ text: "Aviso" }, user)).status).toBe(403);
  expect((await put({ text: "Aviso" })).body).toMatchObject({
    connection: "Loja",
    version: 1,
    text: "Aviso",
    told: 0,
  });
  run(
    tenant.db,
    "INSERT INTO consent (contact_id, connection_id, version, told_at) VALUES (?, ?, 1, 1000)",
    contact,
    connection,
  );
  expect((await app.api(admin).get("/consent-texts")).body).toMatchObject([{ told: 1 }]);
  expect((await app.api(user).get(`/contacts/${contact}/consents`)).body).toMatchObject([
    { connection: "Loja", version: 1, text: "Aviso", toldAt: "1970-01-01T00:00:01.000Z", withdrawnAt: null },
  ]);
  const other = testContact(tenant, { name: "Maria de novo" });
  const { mergeId } = (await app.api(admin).post(`/contacts/${other}/merge`, { otherId: contact })).body;
  expect(all(tenant.db, "SELECT contact_id AS id FROM consent")).toEqual([{ id: other }]);
  await app.api(admin).post(`/contacts/merges/${mergeId}/undo`, {});
  expect(one(tenant.db, "SELECT contact_id AS id FROM consent")).toEqual({ id: contact });
});
