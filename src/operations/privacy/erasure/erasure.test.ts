import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionDirectory } from "#channels/connections/sessions/directory.ts";
import { NAMING_TABLES, OF_OURSELVES } from "#channels/connections/whatsapp/store/forget-person.ts";
import { openSessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import {
  about,
  at,
  fileOf,
  LID,
  messageOf,
  NEEDLES,
  NUMBER,
  put,
  ticketOf,
  WORDS,
  type World,
} from "#operations/privacy/erasure/testing/person.ts";
import { ABOUT_PEOPLE } from "#operations/privacy/erasure/testing/tables.ts";
import { TABLES_WITHOUT_CONTACTS } from "#operations/privacy/erasure/testing/tables-without-contacts.ts";
import { matchKey } from "#people/contacts/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
let connection: number;
let person: number;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company("Padaria");
  admin = testUser(tenant, { profile: "admin", name: "Ana" });
  connection = testConnection(tenant, { isDefault: true });
});
afterAll(() => app.stop());

test("every table of a company is listed as personal data or with the reason why not", () => {
  const tables = all<{ name: string }>(
    tenant.db,
    `SELECT name FROM sqlite_master m WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT EXISTS
      (SELECT 1 FROM sqlite_master f WHERE f.sql LIKE 'CREATE VIRTUAL TABLE%' AND m.name LIKE f.name || '\\_%' ESCAPE '\\')`,
  ).map(({ name }) => name);
  expect([...Object.keys(ABOUT_PEOPLE), ...Object.keys(TABLES_WITHOUT_CONTACTS)].toSorted()).toEqual(
    tables.toSorted(),
  );
  // A table listed as without personal data must have no column that refers to a contact.
  const pointing = all<{ name: string }>(
    tenant.db,
    `SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
      AND (c.name IN ('contact_id', 'participant_id', 'match_key', 'contact_key') OR c.name LIKE '%document%')`,
  ).map(({ name }) => name);
  expect(pointing.filter((name) => name in TABLES_WITHOUT_CONTACTS)).toEqual(["contact_erasure"]);
});

test("every table of a session database is listed as well", () => {
  const directory = join(app.directory, "one-session");
  openSessionStore(directory, new Uint8Array(32)).close();
  const db = openDatabase(join(directory, "session.sqlite"), { durability: "normal" });
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  db.close();
  expect([...NAMING_TABLES, ...OF_OURSELVES].toSorted()).toEqual(tables.toSorted());
});

/** Files below the data directory that contain one of the needles, ignoring case. */
function places(): string[] {
  const names = readdirSync(app.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return names.filter((name) => {
    const text = `${name}\n${contentOf(name)}`.toLowerCase();
    return NEEDLES.some((needle) => text.includes(needle));
  });
}

/** The content of a file; "" when it is gone, because files are deleted after the response. */
function contentOf(name: string): string {
  try {
    return readFileSync(name).toString("latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** The lists of the person's archive, and whether each has entries. */
async function exported(): Promise<Record<string, boolean>> {
  const answer = await fetch(`${app.url}/api/contacts/${person}/export`, {
    headers: { authorization: `Bearer ${app.api(admin).token}` },
  });
  const directory = mkdtempSync(join(tmpdir(), "balcao-zip-"));
  await Bun.write(join(directory, "a.zip"), answer);
  Bun.spawnSync(["unzip", "-q", "a.zip"], { cwd: directory });
  const lists = readdirSync(directory).filter((name) => name.endsWith(".json"));
  const found = lists.map(
    (name) => [name, readFileSync(join(directory, name), "utf8").trim() !== "[]"] as const,
  );
  rmSync(directory, { recursive: true });
  return Object.fromEntries(found);
}

function fillSession(directory: string): void {
  openSessionStore(directory, new Uint8Array(32)).close();
  const db = openDatabase(join(directory, "session.sqlite"), { durability: "normal" });
  const jid = `${NUMBER}@s.whatsapp.net`;
  db.exec(`INSERT INTO signal_key VALUES ('session', '${NUMBER}.0', x'00'), ('lid-mapping', '${LID}_reverse', x'00');
    INSERT INTO journal (kind, envelope, at) VALUES ('message', '{"from":"${jid}"}', 1);
    INSERT INTO missing (stanza, envelope, due) VALUES ('${jid}/1', '{}', 1);
    INSERT INTO sent (id, chat, message, at) VALUES ('1', '${jid}', CAST('${WORDS}' AS BLOB), 1);
    INSERT INTO chat VALUES ('pn:${NUMBER}', 'lid:${LID}');
    INSERT INTO devices VALUES ('${NUMBER}', '[]', 1);
    INSERT INTO group_info VALUES ('1@g.us', '{"participants":["${LID}@lid"]}', 1);
    INSERT INTO media VALUES ('h', CAST('{"message":{"chat":"${jid}"}}' AS BLOB), 1);
    INSERT INTO phone_book VALUES ('${jid}', 'Zulmira', 'Zulmira');`);
  db.close();
}

test("no file on disk contains an erased contact, and the certificate has counts without personal data", async () => {
  person = testContact(tenant, { name: "Zulmira Canário", number: NUMBER });
  run(tenant.db, "UPDATE contact_identity SET match_key = ? WHERE contact_id = ?", matchKey(NUMBER), person);
  about(tenant, connection, person);
  const stranger = testContact(tenant, { name: "Outra pessoa", number: "5511900000001" });
  const group = testContact(tenant, { name: "Grupo", number: "5511900000002" });
  const file = await fileOf("zulmira-contrato.pdf");
  const ticket = ticketOf(person);
  const groupTicket = ticketOf(group, 1);
  const message = messageOf({ ticket_id: ticket, contact_id: person, media_id: file });
  messageOf({ ticket_id: ticketOf(stranger), contact_id: stranger, body: "Bom dia" });
  const world: World = {
    ticket,
    group,
    groupTicket,
    file,
    message,
    load: 500,
    integration: put("integration", { type: "webhook", name: "w", ...at }),
    campaign: put("campaign", { name: "c", status: "finished", ...at }),
    list: put("contact_list", { name: "l", ...at }),
  };
  for (const fill of Object.values(ABOUT_PEOPLE)) await fill(world);
  const groupMessage = one<{ id: number }>(tenant.db, "SELECT max(id) AS id FROM message")?.id ?? 0;
  run(tenant.db, "UPDATE ticket SET last_message_id = ? WHERE id = ?", groupMessage, groupTicket);
  for (const id of [ticketOf(stranger)])
    run(tenant.db, "UPDATE ticket SET last_message = 'Oi' WHERE id = ?", id);
  run(tenant.db, "UPDATE ticket SET last_message = 'Oi' WHERE contact_id = ?", stranger);
  fillSession(sessionDirectory(tenant, connection));
  tenant.db.$client.pragma("wal_checkpoint(TRUNCATE)");

  // Actions of users on the contact are also stored in other tables.
  const changed = {
    name: "Zulmira Nova",
    email: "zulmira@example.com",
    extraInfo: [{ name: "Apelido", value: "Zulmira" }],
  };
  expect((await app.api(admin).put(`/contacts/${person}`, changed)).status).toBe(200);

  // Before the erasure the search finds the person's data.
  const before = places();
  expect(before.filter((name) => name.endsWith(".bin"))).toHaveLength(4);
  expect(before.some((name) => name.endsWith("session.sqlite"))).toBe(true);
  expect(before.some((name) => /company[^/]*\.sqlite$/.test(name))).toBe(true);

  // The export contains all stored data before the erasure.
  const archive = await exported();
  expect(archive).toEqual({
    "contato.json": true,
    "agendamentos.json": true,
    "atendimentos.json": true,
    "campanhas.json": true,
    "consentimentos.json": true,
    "consultas-de-boletos.json": true,
    "historico.json": true,
    "integracoes.json": true,
    "inteligencia-artificial.json": true,
    "listas.json": true,
    "mensagens.json": true,
    "mensagens-em-grupos.json": true,
    "notas.json": true,
    "prazos.json": true,
    "primeiros-contatos.json": true,
    "recibos-em-grupos.json": true,
    "regras.json": true,
    "unioes.json": true,
  });

  expect((await app.api(admin).delete(`/contacts/${person}`)).status).toBe(200);
  app.clock.advance(10_000);
  await app.app.runJob("removed_words");
  await becomesTrue(() => places().length === 0);

  // Data of other contacts stays, and so do the group's messages of other members.
  expect(one(tenant.db, "SELECT body FROM message WHERE contact_id = ?", stranger)).toEqual({
    body: "Bom dia",
  });
  expect(one(tenant.db, "SELECT body, deleted_by AS by FROM message WHERE id = ?", groupMessage)).toEqual({
    body: "",
    by: "contact",
  });
  const page = (await app.api(admin).get("/contact-erasures")).body;
  expect(page).toMatchObject({ count: 1, hasMore: false });
  expect(page.erasures[0]).toMatchObject({
    contactId: person,
    userName: "Ana",
    counts: {
      messages: 1,
      groupMessages: 1,
      files: 1,
      notes: 1,
      schedules: 1,
      campaigns: 1,
      listItems: 1,
      consents: 1,
    },
  });
  const text = String(
    (await app.api(admin).get(`/contact-erasures/${page.erasures[0].id}/certificate?language=en`)).body,
  );
  expect(text).toContain("Requested by: Ana");
  expect(text).toContain("Scheduled messages: 1");
  for (const needle of NEEDLES) expect(text.toLowerCase()).not.toContain(needle);
  expect((await app.api(testUser(tenant)).get("/contact-erasures")).status).toBe(403);
});

test("erasing all contacts makes one certificate and leaves no personal data", async () => {
  run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", admin.actor.id);
  const boss = testUser(tenant, { profile: "admin", name: "Bia" });
  run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", boss.actor.id);
  // Rows with personal data that refer to none of the erased contacts.
  put("api_call", { connection_id: connection, key: "z", hash: "h", answer: "{}", created_at: 1 });
  put("ai_run", { purpose: "bench", model: "m", result: "answered", at: 1, trace: "Bom dia" });
  put("number_check", { match_key: "1", found: 1, identities: "1", checked_at: 1 });
  put("contact_merge", {
    survivor_id: 900,
    merged_contact_id: 901,
    loser: "{}",
    moved: "{}",
    automatic: 0,
    merged_at: 1,
  });
  const sheet = put("contact_import", {
    source: "file",
    state: "done",
    preview: '[["Rui"]]',
    created_at: 1,
  });
  put("contact_import_problem", { import_id: sheet, row: 1, reason: "x", cells: '["Rui"]' });
  const cleared = await app.api(boss).delete("/contacts", { confirm: tenant.company.name });
  expect(cleared).toMatchObject({ status: 200, body: { deleted: 2 } });
  expect((await app.api(boss).get("/contact-erasures")).body.erasures[0]).toMatchObject({
    contactId: null,
    contacts: 2,
    userName: "Bia",
  });
  for (const table of [
    "message",
    "inbound_event",
    "api_call",
    "number_check",
    "contact_merge",
    "contact_import_problem",
    "ai_run WHERE trace IS NOT NULL",
    "contact_import WHERE preview <> '[]'",
  ])
    expect([table, all(tenant.db, `SELECT * FROM ${table}`)]).toEqual([table, []]);
});
