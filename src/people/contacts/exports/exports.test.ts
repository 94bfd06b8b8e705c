import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mediaStoreOf } from "#channels/media/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let tenant: Tenant;
let user: UserCtx;
let admin: UserCtx;
let queue: number;
let connection: number;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company("Padaria da Lia");
  queue = testQueue(tenant, "Vendas");
  connection = testConnection(tenant, { isDefault: true });
  user = testUser(tenant, { queueIds: [queue] });
  admin = testUser(tenant, { profile: "admin" });
});
afterAll(() => app.stop());

let made = 0;
function ticketOf(contactId: number, fields: { status?: string; queueId?: number | null } = {}): number {
  made += 1;
  const { status = "closed", queueId = queue } = fields;
  return run(
    tenant.db,
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, protocol, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    `uuid-${made}`,
    status,
    contactId,
    connection,
    queueId,
    `2026${made}`,
    made,
    made,
  ).id;
}

function say(contactId: number, ticketId: number, body: string, mediaId: number | null = null): number {
  return run(
    tenant.db,
    `INSERT INTO message (ticket_id, contact_id, connection_id, body, media_id, media_type, from_me, origin, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, 'contact', 1, 1)`,
    ticketId,
    contactId,
    connection,
    body,
    mediaId,
    mediaId === null ? null : "image",
  ).id;
}

describe("CSV export of all contacts", () => {
  test("the CSV export of all contacts contains every person with extra information, and escapes cells that a spreadsheet would execute", async () => {
    const id = testContact(tenant, { name: "=HYPERLINK(1)", number: "5511970000001" });
    testContact(tenant, { name: "Ana; Bia", number: "5511970000002" });
    run(tenant.db, "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, 'Cidade', 'Santos')", id);
    const english = await app.api(admin).get("/contacts/export?language=en");
    expect(String(english.body)).toContain("Name;Number;Email;Identities;Cidade");
    const { status, body, headers } = await app.api(admin).get("/contacts/export");
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="contatos.csv"');
    expect(String(body).replace("\ufeff", "").split("\r\n")).toEqual([
      "Nome;Número;E-mail;Identidades;Cidade",
      `"'=HYPERLINK(1)";5511970000001;;pn:5511970000001;Santos`,
      '"Ana; Bia";5511970000002;;pn:5511970000002;',
      "",
    ]);
  });

  test("the CSV export of all contacts contains only the chosen contacts", async () => {
    const id = testContact(tenant, { name: "Carla" });
    testContact(tenant, { name: "Dora" });
    const { body } = await app.api(admin).get(`/contacts/export?ids=${id}`);
    expect(String(body).split("\r\n")).toHaveLength(3);
    expect(body).toContain("Carla");
    expect((await app.api(admin).get("/contacts/export?ids=1,x")).status).toBe(400);
  });

  test("the CSV export of all contacts rejects everyone but admins", async () => {
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    expect(await app.api(user).get("/contacts/export")).toMatchObject(refused);
    const id = testContact(tenant);
    expect(await app.api(user).get(`/contacts/${id}/export`)).toMatchObject(refused);
  });

  test("the CSV export of all contacts continues over several reads without skipping or repeating a contact", async () => {
    const other = app.company();
    const owner = testUser(other, { profile: "admin" });
    other.write(() => {
      for (let index = 0; index < 1203; index += 1) testContact(other, { name: `Nome ${index % 7}` });
    });
    const { body } = await app.api(owner).get("/contacts/export");
    const numbers = String(body)
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(";")[1]);
    expect([numbers.length, new Set(numbers).size]).toEqual([1203, 1203]);
  });
});

describe("archive of one person", () => {
  test("the archive of one person contains contact, attendances, notes, messages and files", async () => {
    const id = testContact(tenant, { name: "Elis" });
    const store = mediaStoreOf(tenant);
    const incoming = await store.receive(
      new Blob(["the picture"]).stream() as unknown as AsyncIterable<Uint8Array>,
    );
    const stored = await store.adopt(incoming, "jpg", 1);
    const file = run(
      tenant.db,
      "INSERT INTO media_file (path, name, created_at) VALUES (?, 'praia.jpg', 1)",
      stored.name,
    ).id;
    const ticket = ticketOf(id);
    say(id, ticket, "Bom dia, quero um bolo");
    const message = say(id, ticket, "assim", file);
    run(
      tenant.db,
      "INSERT INTO ticket_note (ticket_id, contact_id, note, created_at) VALUES (?, ?, 'gosta de coco', 1)",
      ticket,
      id,
    );
    const other = testContact(tenant, { name: "Outra" });
    say(other, ticketOf(other), "segredo da outra");
    const response = await fetch(`${app.url}/api/contacts/${id}/export`, {
      headers: { authorization: `Bearer ${app.api(admin).token}` },
    });
    expect(response.headers.get("content-type")).toBe("application/zip");
    const directory = mkdtempSync(join(tmpdir(), "balcao-zip-"));
    await Bun.write(join(directory, "a.zip"), response);
    Bun.spawnSync(["unzip", "-q", "a.zip"], { cwd: directory });
    const read = (name: string) => Bun.file(join(directory, name)).json();
    expect(await read("contato.json")).toMatchObject({
      contact: { name: "Elis" },
      identities: [{ kind: "pn" }],
    });
    expect(await read("atendimentos.json")).toMatchObject([{ queue: "Vendas", status: "closed" }]);
    expect(await read("notas.json")).toMatchObject([{ note: "gosta de coco" }]);
    expect(await read("mensagens.json")).toMatchObject([
      { text: "Bom dia, quero um bolo", file: null },
      { text: "assim", file: `arquivos/${message}-praia.jpg` },
    ]);
    expect(await Bun.file(join(directory, `arquivos/${message}-praia.jpg`)).text()).toBe("the picture");
  });

  test("the archive of one person responds with 404 for an unknown contact", async () => {
    expect((await app.api(admin).get("/contacts/99999/export")).body).toEqual({
      error: "ERR_NO_CONTACT_FOUND",
    });
  });
});

describe("attendances of a contact", () => {
  test("the attendances of a contact are those the caller may see, newest first, with the first message of each", async () => {
    const id = testContact(tenant);
    const hidden = testQueue(tenant);
    const first = ticketOf(id);
    const message = say(id, first, "oi");
    say(id, first, "tudo bem?");
    const others = ticketOf(id, { queueId: hidden });
    const last = ticketOf(id, { status: "open" });
    const seen = async (who: UserCtx) =>
      (await app.api(who).get(`/contacts/${id}/tickets`)).body.tickets.map((one: { id: number }) => one.id);
    expect(await seen(user)).toEqual([last, first]);
    expect(await seen(admin)).toEqual([last, others, first]);
    const { body } = await app.api(user).get(`/contacts/${id}/tickets?before=${last}`);
    expect(body).toMatchObject({
      hasMore: false,
      tickets: [
        { status: "closed", queue: { name: "Vendas" }, user: null, rating: null, firstMessageId: message },
      ],
    });
  });

  test("the attendances of a contact are paged by 20", async () => {
    const id = testContact(tenant);
    for (let index = 0; index < 45; index += 1) ticketOf(id);
    const sizes: number[] = [];
    let before = "";
    for (;;) {
      const { tickets, hasMore } = (await app.api(user).get(`/contacts/${id}/tickets${before}`)).body;
      sizes.push(tickets.length);
      if (!hasMore) break;
      before = `?before=${tickets.at(-1).id}`;
    }
    expect(sizes).toEqual([20, 20, 5]);
  });
});

describe("erasing all contacts", () => {
  const boss = (of: Tenant): UserCtx => {
    const ctx = testUser(of, { profile: "admin" });
    run(of.db, "UPDATE user SET super = 1 WHERE id = ?", ctx.actor.id);
    return ctx;
  };

  test("erasing all contacts requires a super user and the name of the company", async () => {
    expect(await app.api(admin).delete("/contacts", { confirm: "Padaria da Lia" })).toMatchObject({
      status: 403,
      body: { error: "ERR_NO_PERMISSION" },
    });
    expect(await app.api(boss(tenant)).delete("/contacts", { confirm: "Padaria" })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { confirm: "invalid" } } },
    });
  });

  test("erasing all contacts is refused while an attendance is open, then deletes every contact and broadcasts it", async () => {
    const provider = await startTestApp();
    const other = provider.company("Outra Loja");
    const owner = boss(other);
    const ids = Array.from({ length: 120 }, () => testContact(other));
    const place = testConnection(other);
    run(
      other.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, protocol, created_at, updated_at)
       VALUES ('t', 'open', ?, ?, 'p', 1, 1)`,
      ids[0] ?? 0,
      place,
    );
    const api = provider.api(owner);
    expect(await api.delete("/contacts", { confirm: "Outra Loja" })).toMatchObject({
      status: 409,
      body: { error: "ERR_CONTACT_HAS_TICKETS", details: { count: 1 } },
    });
    expect(all(other.db, "SELECT id FROM contact")).toHaveLength(120);
    run(other.db, "UPDATE ticket SET status = 'closed'");
    const socket = await provider.socket(owner);
    expect((await api.delete("/contacts", { confirm: "Outra Loja" })).body).toMatchObject({ deleted: 120 });
    await socket.event("contact", "delete-all");
    expect(one<{ n: number }>(other.db, "SELECT count(*) AS n FROM contact")?.n).toBe(0);
    expect(one<{ n: number }>(other.db, "SELECT count(*) AS n FROM contact_identity")?.n).toBe(0);
    socket.close();
    await provider.stop();
  });
});
