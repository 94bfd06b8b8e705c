import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionDirectory } from "#connections/session-directory.ts";
import { NAMING_TABLES, OF_OURSELVES } from "#connections/whatsapp/store/forget-person.ts";
import { openSessionStore } from "#connections/whatsapp/store/session-store.ts";
import { matchKey } from "#contacts/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

/** Somebody whose every trace can be found again by its bytes. */
const NUMBER = "5511976543210";
const LID = "99887766554433";
const NEEDLES = ["76543210", LID, "zulmira"] as const;
const WORDS = "Zulmira pediu o contrato";

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

const put = (table: string, row: Readonly<Record<string, string | number | null>>): number =>
  run(
    tenant.db,
    `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
      .map(() => "?")
      .join(", ")})`,
    ...Object.values(row),
  ).id;

interface World {
  readonly ticket: number;
  readonly group: number;
  readonly groupTicket: number;
  readonly file: number;
  readonly message: number;
  readonly integration: number;
  readonly campaign: number;
  readonly list: number;
  readonly load: number;
}
const at = { created_at: 1, updated_at: 1 };
let made = 0;
const ticketOf = (contact: number, isGroup = 0) => {
  made += 1;
  const names = { uuid: `u${made}`, protocol: `p${made}` };
  return put("ticket", {
    ...names,
    status: "closed",
    contact_id: contact,
    connection_id: connection,
    is_group: isGroup,
    last_message: WORDS,
    ...at,
  });
};
const fileOf = async (name: string) => {
  made += 1;
  const path = `f${made}.bin`;
  await mkdir(tenant.mediaDirectory, { recursive: true });
  await Bun.write(join(tenant.mediaDirectory, path), `${WORDS} ${NUMBER}`);
  return put("media_file", { path, name, size: 30, created_at: 1 });
};
const messageOf = (row: Readonly<Record<string, string | number | null>>) =>
  put("message", { connection_id: connection, body: WORDS, from_me: 0, origin: "contact", ...at, ...row });

/**
 * Every table that can tell of a person, with how the person comes into it. A table that is new must be written here
 * (and be erased), or below, with why it tells of nobody.
 */
const ABOUT_PEOPLE: Readonly<Record<string, (world: World) => void | Promise<void>>> = {
  contact: () => void run(tenant.db, "UPDATE contact SET email = 'zulmira@example.com' WHERE id = ?", person),
  contact_identity: () =>
    void put("contact_identity", {
      contact_id: person,
      kind: "lid",
      value: LID,
      match_key: LID,
      address: `${LID}@lid`,
    }),
  contact_extra: () => void put("contact_extra", { contact_id: person, name: "Mãe", value: "Zulmira mãe" }),
  contact_merge: () => {
    const merge = { loser: `{"name":"Zulmira"}`, moved: "{}", automatic: 0, merged_at: 1 };
    put("contact_merge", { survivor_id: person, loser_id: 900, ...merge });
    // Somebody who became a part of somebody who became a part of them.
    put("contact_merge", { survivor_id: 900, loser_id: 901, ...merge });
  },
  number_check: () =>
    void put("number_check", {
      match_key: matchKey(NUMBER),
      found: 1,
      identities: NUMBER,
      checked_at: 1,
    }),
  group_member: ({ group }) => void put("group_member", { group_id: group, contact_id: person }),
  lead: () => void run(tenant.db, "INSERT OR IGNORE INTO lead VALUES (?, 1)", person),
  consent: () =>
    void put("consent", { contact_id: person, connection_id: connection, version: 1, told_at: 1 }),
  media_file: async () => {
    const id = await fileOf("zulmira.jpg");
    run(tenant.db, "UPDATE contact SET picture_id = ? WHERE id = ?", id, person);
  },
  ticket: () => undefined,
  ticket_note: ({ ticket }) =>
    void put("ticket_note", { ticket_id: ticket, contact_id: person, note: WORDS, created_at: 1 }),
  ticket_event: ({ ticket }) =>
    void put("ticket_event", { ticket_id: ticket, at: 1, kind: "x", to_state: `{"a":"${WORDS}"}` }),
  ticket_tag: () => undefined,
  ticket_tracking: ({ ticket, load }) =>
    void put("ticket_tracking", {
      id: load,
      ticket_id: ticket,
      connection_id: connection,
      created_at: 1,
      finished_at: 2,
    }),
  user_rating: ({ ticket, load }) =>
    void put("user_rating", { tracking_id: load, ticket_id: ticket, user_id: 1, rate: 3, created_at: 1 }),
  distribution_offer: ({ ticket }) =>
    void put("distribution_offer", { ticket_id: ticket, user_id: 1, offered_at: 1 }),
  message: async ({ groupTicket, group }) => {
    messageOf({
      ticket_id: groupTicket,
      contact_id: group,
      participant_id: person,
      transcript: WORDS,
      media_id: await fileOf("zulmira-grupo.pdf"),
    });
  },
  outbox: () =>
    void put("outbox", {
      connection_id: connection,
      contact_id: person,
      source: "call",
      source_key: `${NUMBER}:1`,
      payload: `{"text":"${WORDS}"}`,
      next_try_at: 1,
      created_at: 1,
    }),
  raw_event: () => {
    const event = { connection_id: connection, kind: "message", received_at: 1, state: "done" };
    put("raw_event", { ...event, chat_key: `pn:${NUMBER}`, event_key: "1", payload: WORDS });
    put("raw_event", {
      ...event,
      chat_key: "group:1",
      event_key: "2",
      payload: `{"from":"${LID}","t":"${WORDS}"}`,
    });
  },
  scheduled_message: async () => {
    put("scheduled_message", {
      body: WORDS,
      contact_id: person,
      send_at: 9e12,
      user_id: 1,
      series_start: "2026-01-01 00:00:00",
      media_id: await fileOf("zulmira-agendada.pdf"),
      ...at,
    });
  },
  shipping: ({ campaign }) =>
    void put("shipping", {
      campaign_id: campaign,
      position: 1,
      contact_key: NUMBER,
      contact_id: person,
      number: NUMBER,
      name: "Zulmira",
      email: "zulmira@example.com",
      search: `zulmira ${NUMBER}`,
    }),
  contact_list_item: ({ list }) =>
    void put("contact_list_item", {
      contact_list_id: list,
      name: "Zulmira",
      number: NUMBER,
      match_key: matchKey(NUMBER),
      search: `zulmira ${NUMBER}`,
      ...at,
    }),
  integration_delivery: ({ ticket, integration }) => {
    const delivery = {
      uuid: "d",
      integration_id: integration,
      event: "message",
      lane: "x",
      body: `{"number":"${NUMBER}","text":"${WORDS}"}`,
      state: "done",
      next_try_at: 1,
      began_at: 1,
      created_at: 1,
    };
    put("integration_delivery", { ...delivery, ticket_id: ticket });
    put("integration_delivery", { ...delivery, uuid: "e", ticket_id: null });
  },
  integration_session: ({ ticket, integration }) =>
    void put("integration_session", {
      ticket_id: ticket,
      integration_id: integration,
      nonce: "n",
      memory: `{"name":"Zulmira"}`,
      created_at: 1,
    }),
  ai_turn: ({ ticket, message }) =>
    void put("ai_turn", {
      kind: "answer",
      ticket_id: ticket,
      message_id: message,
      due_at: 1,
      created_at: 1,
      result: WORDS,
    }),
  ai_run: ({ ticket }) =>
    void put("ai_run", {
      purpose: "answer",
      ticket_id: ticket,
      model: "m",
      result: "answered",
      at: 1,
      trace: WORDS,
    }),
  api_call: () =>
    void put("api_call", {
      connection_id: connection,
      key: "k",
      hash: "h",
      answer: `{"number":"${NUMBER}","n":"Zulmira"}`,
      created_at: 1,
    }),
  api_closing: ({ ticket, message }) => void put("api_closing", { message_id: message, ticket_id: ticket }),
  billing_lookup: ({ ticket, integration }) =>
    void put("billing_lookup", {
      integration_id: integration,
      ticket_id: ticket,
      system: "ixc",
      action: "customer",
      document_hash: "zulmira-hash",
      result: "ok",
      created_at: 1,
    }),
  trust_unblock: ({ ticket }) =>
    void put("trust_unblock", {
      system: "ixc",
      contract: "zulmira-1",
      day: "2026-01-01",
      state: "sent",
      ticket_id: ticket,
      created_at: 1,
    }),
  contact_import: () =>
    void put("contact_import", {
      source: "file",
      state: "done",
      preview: `[["Zulmira","+55 (11) 97654-3210"]]`,
      created_at: 1,
    }),
  contact_import_problem: () => {
    const { id } = one<{ id: number }>(tenant.db, "SELECT max(id) AS id FROM contact_import") ?? { id: 0 };
    put("contact_import_problem", {
      import_id: id,
      row: 1,
      reason: "x",
      cells: `["Zulmira","+55 (11) 97654-3210"]`,
    });
    put("contact_import_problem", {
      import_id: id,
      row: 2,
      reason: "x",
      cells: `["","ZULMIRA@example.com"]`,
    });
  },
  // Filled by triggers, emptied with what they are made of.
  contact_search: () => undefined,
  message_search: () => undefined,
};

const OURS = "what the company wrote for itself";
const COUNTED = "sums without anybody's name";
/** Tables without anybody who writes to the company, and why. */
const ABOUT_NOBODY: Readonly<Record<string, string>> = {
  ai_usage: COUNTED,
  api_key: OURS,
  campaign: OURS,
  campaign_sender: COUNTED,
  campaign_tally: COUNTED,
  chat: "the staff among themselves",
  chat_member: "the staff among themselves",
  chat_message: "the staff among themselves; what they tell each other of customers they delete there",
  chat_message_search: "the same, searchable",
  connection: OURS,
  connection_queue: OURS,
  consent_text: OURS,
  contact_erasure:
    "the proof itself: numbers of rows, the day, the member of staff, an id that is never given again",
  contact_list: "its name and its sums",
  file_list: OURS,
  file_list_option: OURS,
  four_week_metric: COUNTED,
  hourly_metric: COUNTED,
  integration: OURS,
  media_usage: COUNTED,
  message_template: OURS,
  meta_account: OURS,
  metric_check: COUNTED,
  notice: "codes, ids and names of connections",
  prompt: OURS,
  protocol_counter: COUNTED,
  queue: OURS,
  queue_distribution: OURS,
  queue_option: OURS,
  quick_reply: OURS,
  retention_run: COUNTED,
  schema_migration: "of the file itself",
  session: "the staff's own logins",
  session_lease: "which process holds a connection",
  setting: OURS,
  tag: OURS,
  ticket_count: COUNTED,
  user: "the staff",
  user_queue: OURS,
};

test("every table of a company is known to tell of people, or why it does not", () => {
  const tables = all<{ name: string }>(
    tenant.db,
    `SELECT name FROM sqlite_master m WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT EXISTS
      (SELECT 1 FROM sqlite_master f WHERE f.sql LIKE 'CREATE VIRTUAL TABLE%' AND m.name LIKE f.name || '\\_%' ESCAPE '\\')`,
  ).map(({ name }) => name);
  expect([...Object.keys(ABOUT_PEOPLE), ...Object.keys(ABOUT_NOBODY)].toSorted()).toEqual(tables.toSorted());
  // A table without people has no way to point to one.
  const pointing = all<{ name: string }>(
    tenant.db,
    `SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
      AND (c.name IN ('contact_id', 'participant_id', 'match_key', 'contact_key') OR c.name LIKE '%document%')`,
  ).map(({ name }) => name);
  expect(pointing.filter((name) => name in ABOUT_NOBODY)).toEqual(["contact_erasure"]);
});

test("every table of a session's file, too", () => {
  const directory = join(app.directory, "one-session");
  openSessionStore(directory, new Uint8Array(32)).close();
  const db = openDatabase(join(directory, "session.sqlite"), { durability: "normal" });
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  db.close();
  expect([...NAMING_TABLES, ...OF_OURSELVES].toSorted()).toEqual(tables.toSorted());
});

/** Files below the data directory in which one of the needles stands, in any case. */
function places(): string[] {
  const names = readdirSync(app.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return names.filter((name) => {
    const text = `${name}\n${readFileSync(name).toString("latin1")}`.toLowerCase();
    return NEEDLES.some((needle) => text.includes(needle));
  });
}

/** Lists of the archive, and whether each has something in it. */
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

test("whoever is erased is nowhere on the disk any more, and the certificate tells how much, not whom", async () => {
  person = testContact(tenant, { name: "Zulmira Canário", number: NUMBER });
  run(tenant.db, "UPDATE contact_identity SET match_key = ? WHERE contact_id = ?", matchKey(NUMBER), person);
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
    campaign: put("campaign", { name: "c", status: "FINALIZADA", ...at }),
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

  // What is looked for can be found.
  const before = places();
  expect(before.filter((name) => name.endsWith(".bin"))).toHaveLength(4);
  expect(before.some((name) => name.endsWith("session.sqlite"))).toBe(true);
  expect(before.some((name) => /company[^/]*\.sqlite$/.test(name))).toBe(true);

  // What is stored is given whole before it goes.
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
    "unioes.json": true,
  });

  expect((await app.api(admin).delete(`/contacts/${person}`)).status).toBe(200);
  await becomesTrue(() => places().length === 0);

  // Strangers keep what is theirs, and the conversation of the group its place.
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
  expect(text).toContain("Asked for by: Ana");
  expect(text).toContain("Scheduled messages: 1");
  for (const needle of NEEDLES) expect(text.toLowerCase()).not.toContain(needle);
  expect((await app.api(testUser(tenant)).get("/contact-erasures")).status).toBe(403);
});

test("everybody at once is one certificate, and leaves as little", async () => {
  run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", admin.actor.id);
  const boss = testUser(tenant, { profile: "admin", name: "Bia" });
  run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", boss.actor.id);
  const cleared = await app.api(boss).delete("/contacts", { confirm: tenant.company.name });
  expect(cleared).toMatchObject({ status: 200, body: { deleted: 2 } });
  expect((await app.api(boss).get("/contact-erasures")).body.erasures[0]).toMatchObject({
    contactId: null,
    contacts: 2,
    userName: "Bia",
  });
  expect(all(tenant.db, "SELECT 1 FROM message UNION ALL SELECT 1 FROM raw_event")).toEqual([]);
});
