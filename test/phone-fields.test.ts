import { afterAll, beforeAll, expect, test } from "bun:test";
import { envelope } from "#automation/integrations/hook/envelope.ts";
import type { Integration } from "#automation/integrations/schema.ts";
import { findOrCreateForInbound, ticketById } from "#inbox/tickets/index.ts";
import { findOrCreateFromNetwork, type Identity, replaceIdentities } from "#people/contacts/index.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";

/** Ids of people never appear as phones, whatever a network sends and in whichever order. */
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

const PHONE_FIELD = /^(number|phone|offered|offeredPhone|offered_phone|contactNumber|numero|telefone)$/i;

/** Every value of a phone field that is no phone of this test. */
function wrongPhones(value: unknown, name = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => wrongPhones(one, name));
  if (value !== null && typeof value === "object")
    return Object.entries(value).flatMap(([key, one]) => wrongPhones(one, key));
  if (!PHONE_FIELD.test(name) || value === null || value === "") return [];
  return phones.has(String(value)) ? [] : [`${name}=${String(value)}`];
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
      if (earlier && random() < 0.2) replaceIdentities(unit, earlier, person);
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
