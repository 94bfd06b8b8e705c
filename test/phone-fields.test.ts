import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { envelope } from "#automation/integrations/hook/envelope.ts";
import type { Integration } from "#automation/integrations/schema.ts";
import { findOrCreateForInbound, ticketById } from "#inbox/tickets/index.ts";
import { findOrCreateFromNetwork, type Identity, replaceIdentities } from "#people/contacts/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";

/** Ids of people never appear as phones, with any data of a network in any order. */
const ROUNDS = Number(process.env["PHONE_ROUNDS"] ?? 60);
let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company("Loja");
});
afterAll(() => app.stop());

/** Repeatable random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(20_261_123);
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join("");
const phones = new Set<string>();

function someIdentities(): Identity[] {
  const pn = `55119${digits(8)}`;
  const bsuid = `BR.${digits(10)}${random() < 0.5 ? "AB" : ""}`;
  const made: Identity[] = [];
  if (random() < 0.3) {
    made.push({ kind: "pn", value: pn, address: `${pn}@s.whatsapp.net` });
    phones.add(pn);
  }
  if (random() < 0.6) made.push({ kind: "bsuid", value: bsuid, scope: "waba", address: bsuid });
  if (random() < 0.4) made.push({ kind: "lid", value: digits(15), address: `${digits(15)}@lid` });
  if (random() < 0.2) made.push({ kind: "psid", value: digits(16), scope: "page", address: digits(16) });
  if (random() < 0.3) made.push({ kind: "username", value: `user${digits(4)}`, address: "user" });
  // A translator that passes an id as a phone must do no harm.
  if (random() < 0.2) made.push({ kind: "pn", value: bsuid, address: bsuid });
  if (!made.some(({ kind, value }) => kind !== "username" && value !== bsuid))
    made.push({ kind: "lid", value: digits(15), address: `${digits(15)}@lid` });
  return made;
}

/** The files of a ZIP that contain JSON. */
async function jsonIn(archive: Response): Promise<readonly unknown[]> {
  const directory = mkdtempSync(join(tmpdir(), "balcao-phones-"));
  try {
    await Bun.write(join(directory, "a.zip"), archive);
    Bun.spawnSync(["unzip", "-q", "a.zip"], { cwd: directory });
    const names = readdirSync(directory).filter((name) => name.endsWith(".json"));
    return await Promise.all(names.map((name) => Bun.file(join(directory, name)).json()));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const PHONE_FIELD = /^(number|phone|offered|offeredPhone|offered_phone|contactNumber|numero|telefone)$/i;

/** Every value of a phone field that is no phone of this test. */
function wrongPhones(value: unknown, name = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => wrongPhones(one, name));
  if (value !== null && typeof value === "object")
    return Object.entries(value).flatMap(([key, one]) => wrongPhones(one, key));
  if (!PHONE_FIELD.test(name) || value === null || value === "") return [];
  return phones.has(String(value).trim()) ? [] : [`${name}=${String(value)}`];
}

test("no id of a person is ever in a phone field: of a table, an answer, an export or a webhook", async () => {
  const connectionId = testConnection(tenant, { name: "Oficial" });
  const known: Identity[][] = [];
  const ticketIds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const earlier = known[Math.floor(random() * known.length)];
    // Sometimes an earlier person comes back with other ids, or the network replaces their ids.
    const identities = [...someIdentities(), ...(earlier && random() < 0.3 ? earlier.slice(0, 1) : [])];
    const name = random() < 0.4 ? `Pessoa ${round}` : null;
    const person = { identities, name, isGroup: false, connectionId };
    tenant.write((unit) => {
      if (earlier && random() < 0.2) replaceIdentities(unit, earlier, person, unit.now);
      const contact = findOrCreateFromNetwork(unit, person);
      const at = unit.now;
      const found = findOrCreateForInbound(unit, {
        contact,
        connectionId,
        at,
        queueId: null,
        withMessage: false,
      });
      ticketIds.push(found.ticket.id);
    });
    known.push(identities);
  }
  const api = app.api(testUser(tenant, { profile: "admin" }));
  const contacts = all<{ id: number; number: string | null; offered_phone: string | null }>(
    tenant.db,
    "SELECT id, number, offered_phone FROM contact",
  );
  expect(wrongPhones(contacts)).toEqual([]);
  const pn = all<{ phone: string }>(
    tenant.db,
    "SELECT value AS phone FROM contact_identity WHERE kind = 'pn'",
  );
  expect(wrongPhones(pn)).toEqual([]);
  for (let page = 1; page <= Math.ceil(contacts.length / 20); page += 1)
    expect(wrongPhones((await api.get(`/contacts?pageNumber=${page}`)).body)).toEqual([]);
  for (const path of ["/contacts/list", "/tickets?showAll=true&status=pending"])
    expect(wrongPhones((await api.get(path)).body)).toEqual([]);
  const csv = String((await api.get("/contacts/export")).body);
  for (const [, number = ""] of csv
    .split("\n")
    .slice(1)
    .map((line) => line.split(/[;,]/)))
    expect(number === "" || phones.has(number.replaceAll('"', ""))).toBe(true);
  for (const id of ticketIds) {
    const ticket = ticketById(tenant.db, id);
    if (!ticket) continue;
    const event = { type: "ticket.created", at: 0, connectionId, ticket };
    const body = JSON.parse(envelope(tenant, { id: 1 } as Integration, "u", event));
    expect(wrongPhones(body)).toEqual([]);
    expect(body.contact.phone === null || phones.has(body.contact.phone)).toBe(true);
    expect(body.contact.identities.length).toBeGreaterThan(0);
  }
});

/** Every ticket has a message sent through the API, with its cost. */
function sendToAll(): void {
  run(
    tenant.db,
    `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, send_state, created_at, updated_at)
     SELECT id, contact_id, connection_id, 'Oi', 1, 'api', 'sent', 1, 1 FROM ticket`,
  );
  run(
    tenant.db,
    `INSERT INTO message_cost (message_id, connection_id, ticket_id, contact_id, origin, market, category, billable, micros,
       currency, state, scope, day, at, delivered)
     SELECT id, connection_id, ticket_id, contact_id, 'api', '', 'utility', 1, 5, 'USD', 'priced', 'x', '2026-11-02', 1, 1
     FROM message WHERE origin = 'api'`,
  );
}

test("no id of a person is ever in a phone field of a person's archive, a report file or the API's history", async () => {
  sendToAll();
  const api = app.api(testUser(tenant, { profile: "admin" }));
  const ids = all<{ id: number }>(tenant.db, "SELECT id FROM contact").map(({ id }) => id);
  const headers = { authorization: `Bearer ${api.token}` };
  for (const id of ids) {
    const files = await jsonIn(await fetch(`${app.url}/api/contacts/${id}/export`, { headers }));
    expect(files.length).toBeGreaterThan(1);
    expect(wrongPhones(files)).toEqual([]);
  }
  let before: number | undefined;
  for (let shown = 0; ; ) {
    const { body } = await api.get(`/messages-api/history${before ? `?before=${before}` : ""}`);
    expect(wrongPhones(body)).toEqual([]);
    shown += body.messages.length;
    for (const { contact } of body.messages) expect(typeof contact.number).toBe("string");
    before = body.messages.at(-1)?.id;
    if (body.hasMore) continue;
    expect(shown).toBe(one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM ticket")?.n ?? 0);
    break;
  }
  const own = all<{ value: string }>(
    tenant.db,
    "SELECT value FROM contact_identity WHERE kind NOT IN ('pn', 'username')",
  );
  const costs = String((await api.get("/costs/messages.csv?from=2026-11-01&to=2026-11-30")).body);
  expect(costs.split("\n").length).toBeGreaterThan(ROUNDS / 2);
  expect(own.filter(({ value }) => costs.includes(value))).toEqual([]);
});

test("no id of a person is ever in the phone column of a campaign's report file", async () => {
  const api = app.api(testUser(tenant, { profile: "admin" }));
  const tag = (await api.post("/tags", { name: "Todos", color: "#336699" })).body;
  run(tenant.db, "INSERT INTO ticket_tag (ticket_id, tag_id) SELECT id, ? FROM ticket", tag.id);
  await api.put("/settings/campaignsEnabled", { key: "campaignsEnabled", value: "true" });
  const campaign = await api.post("/campaigns", {
    ...{ name: "Novidades", message1: "Olá", confirmation: false, tagListId: tag.id },
    whatsappId: one<{ id: number }>(tenant.db, "SELECT id FROM connection")?.id,
    scheduledAt: new Date(app.clock.now()).toISOString(),
  });
  expect(campaign.status).toBe(200);
  await app.app.runJob("campaigns");
  const csv = String((await api.get(`/campaigns/${campaign.body.id}/recipients.csv`)).body);
  const lines = csv.trim().split("\n").slice(1);
  expect(lines.length).toBeGreaterThan(ROUNDS / 2);
  for (const [, number = ""] of lines.map((line) => line.split(/[;,]/)))
    expect(number === "" || phones.has(number.replaceAll('"', ""))).toBe(true);
});

test("no id of a person is ever in a phone column of a table, from which a company's export file is made", () => {
  const columns = all<{ table: string; column: string }>(
    tenant.db,
    `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.name <> 'connection' AND c.name LIKE '%number' OR c.name LIKE '%phone'`,
  );
  expect(columns).toContainEqual({ table: "campaign_recipient", column: "number" });
  for (const { table, column } of columns)
    expect(
      all<{ number: unknown }>(tenant.db, `SELECT "${column}" AS number FROM "${table}"`).flatMap((row) =>
        wrongPhones(row).map((wrong) => `${table}: ${wrong}`),
      ),
    ).toEqual([]);
});
