import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mediaUrl } from "#channels/media/index.ts";
import { all, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api, Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable, tablesOf } from "#test/helpers/dump.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { sampleOf, variantsOf } from "#test/helpers/sample.ts";

// Inside one company a user reads the conversations of their own queues and no personal data of others. Every route is
// called with ids of rows that belong to a colleague of another queue: in the path, and nested in query and body beside an
// own row in the path; each id alone, in every option of a union, as JSON and as a form. Both conversations are of the same
// contact and the same connection, so that only rights differ.

const OWN = 6001;
const COLLEAGUES = 5001;
const SECRET = "SEGREDO";

/** Texts that the caller must not get, by table and column. */
const SECRETS: readonly (readonly [string, string])[] = [
  ["message", "body"],
  ["message", "transcript"],
  ["ticket_note", "note"],
  ["message", "edits"],
  ["outbox", "payload"],
  ["integration_delivery", "body"],
  ["integration_delivery", "answer"],
  ["ai_turn", "result"],
  ["ai_run", "error"],
  ["ticket", "last_message"],
  ["ticket", "last_customer_message"],
  ["media_file", "name"],
  ["chat", "title"],
  ["chat", "last_message"],
  ["chat_message", "body"],
  ["scheduled_message", "body"],
  ["quick_reply", "message"],
  ["quick_reply", "shortcode"],
];

/** Attendants see, tag and note open tickets of colleagues in their queues, but do not read them (docs/rules/tickets.md#permissions). */
const SEEN_IN_QUEUE = new Set(["ticket", "ticket_note"]);
const secretsOf = (places: Places) =>
  SECRETS.filter(([table]) => places === "another queue" || !SEEN_IN_QUEUE.has(table));

/** Columns with JSON. */
const JSON_WITH: Readonly<Record<string, (text: string) => unknown>> = {
  edits: (body) => [{ body, at: 1 }],
  payload: (text) => ({ type: "text", text }),
};

/** Where the colleague's conversation is, and that of the caller. */
type Places = "another queue" | "the same queue";

const lines: string[] = [];
let app: TestApp;
let tenant: Tenant;
let callers: readonly (readonly [string, Api, UserCtx])[];
let queues: { readonly own: number; readonly other: number };
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off" },
    log: createLog("error", (line) => void lines.push(line)),
  });
  tenant = app.company("Padaria");
  queues = { own: testQueue(tenant, "Vendas"), other: testQueue(tenant, "Financeiro") };
  const attendant = testUser(tenant, { queueIds: [queues.own] });
  const supervisor = testUser(tenant, { profile: "supervisor", queueIds: [queues.own] });
  callers = [
    ["an attendant", app.api(attendant), attendant],
    ["a supervisor", app.api(supervisor), supervisor],
  ];
});
afterAll(() => app.stop());

/** Tables that are kept; all other rows are created again for each call. */
const KEPT = new Set(["schema_migration", "user", "user_queue", "queue", "session", "setting", "audit_log"]);

function fill(caller: UserCtx, places: Places): void {
  const client = tenant.db.$client;
  client.pragma("foreign_keys = OFF");
  // Within a transaction the pragma stays as it is.
  client.transaction(() => fillTables(caller, places))();
  client.pragma("foreign_keys = ON");
}

function fillTables(caller: UserCtx, places: Places): void {
  const client = tenant.db.$client;
  for (const table of tablesOf(tenant.db)) if (!KEPT.has(table)) client.exec(`DELETE FROM "${table}"`);
  for (const id of [COLLEAGUES, OWN]) {
    client.prepare("DELETE FROM user WHERE id = ?").run(id);
    client.prepare("DELETE FROM user_queue WHERE user_id = ?").run(id);
    fillEveryTable(tenant.db, id, `row ${id}`);
  }
  const isSame = places === "the same queue";
  const colleagues = isSame ? queues.own : queues.other;
  run(tenant.db, "UPDATE user_queue SET queue_id = ? WHERE user_id = ?", colleagues, COLLEAGUES);
  const place =
    "UPDATE ticket SET contact_id = ?, connection_id = ?, queue_id = ?, user_id = ?, status = ?, user_distributed = NULL WHERE id = ?";
  run(tenant.db, place, OWN, OWN, queues.own, caller.actor.id, "open", OWN);
  // Attendants do not read open conversations of their colleagues. One connection has one open ticket of a contact.
  const connection = isSame ? COLLEAGUES : OWN;
  run(tenant.db, place, OWN, connection, colleagues, COLLEAGUES, isSame ? "open" : "closed", COLLEAGUES);
  for (const table of ["message", "ticket_note"]) run(tenant.db, `UPDATE ${table} SET contact_id = ?`, OWN);
  run(
    tenant.db,
    "UPDATE message SET connection_id = iif(id = ?, ?, ?), send_state = NULL, media_type = NULL, deleted_at = NULL",
    ...[COLLEAGUES, connection, OWN],
  );
  run(tenant.db, "UPDATE chat_member SET user_id = ? WHERE chat_id = ?", caller.actor.id, OWN);
  run(tenant.db, "UPDATE chat SET owner_id = ? WHERE id = ?", caller.actor.id, OWN);
  run(tenant.db, "UPDATE scheduled_message SET user_id = ? WHERE id = ?", caller.actor.id, OWN);
  run(tenant.db, "UPDATE quick_reply SET user_id = ?, shared = 0 WHERE id = ?", caller.actor.id, OWN);
  run(tenant.db, "UPDATE quick_reply SET shared = 0 WHERE id = ?", COLLEAGUES);
  // Files of queues, campaigns and the like belong to the company; only those of conversations are secret.
  for (const table of tablesOf(tenant.db))
    for (const { name } of client.pragma(`table_info("${table}")`) as { name: string }[])
      if (
        /(^|_)(media|file|picture)(_media)?_id$/.test(name) &&
        !["message", "quick_reply", "scheduled_message", "chat_message"].includes(table)
      )
        run(tenant.db, `UPDATE OR IGNORE "${table}" SET "${name}" = ? WHERE "${name}" = ?`, OWN, COLLEAGUES);
  for (const [table, column] of secretsOf(places))
    run(tenant.db, `UPDATE ${table} SET ${column} = ? WHERE id = ?`, secretOf(table, column), COLLEAGUES);
}

function secretOf(table: string, column: string): string {
  const text = `${SECRET} ${table}.${column}`;
  const shaped = JSON_WITH[column]?.(text);
  return shaped === undefined ? text : JSON.stringify(shaped);
}

/** The ids of a call, in its path and in its query and body; `only`: the one id that belongs to the colleague. */
interface Ids {
  readonly path: number;
  readonly nested: number;
  readonly option?: number;
  readonly only?: { readonly position: number; readonly id: number };
  readonly form?: boolean;
}

type Schema = NonNullable<AppRoute["body"]>;
const bodyOf = (route: AppRoute, form = false): Schema | undefined =>
  form ? (route.described?.bodies?.["multipart/form-data"]?.schema as Schema | undefined) : route.body;

/** All variants of a call: one id of the colleague at a time, all ids together, each with every option of its unions. */
function callsOf(route: AppRoute): readonly Ids[] {
  const calls: Ids[] = [{ path: COLLEAGUES, nested: COLLEAGUES }];
  if (route.path.includes(":")) calls.push({ path: COLLEAGUES, nested: OWN });
  for (const form of [false, true]) {
    const schemas = [bodyOf(route, form), route.query].filter((schema) => schema !== undefined);
    if (form && !bodyOf(route, form)) continue;
    const most = Math.max(1, ...schemas.map((schema) => variantsOf(schema, 0).options));
    for (let option = 0; option < most; option += 1) {
      calls.push({ path: OWN, nested: COLLEAGUES, option, form });
      const ids = Math.max(0, ...schemas.map((schema) => variantsOf(schema, option).ids));
      for (let position = 0; position < ids && ids > 1; position += 1)
        calls.push({ path: OWN, nested: OWN, option, form, only: { position, id: COLLEAGUES } });
    }
  }
  return calls;
}

/** A file of the colleague's conversation, with the address that a person who may read it has. */
const foreignFile = () => mediaUrl(tenant, COLLEAGUES, "foto.png");

function formOf(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  return form;
}

async function call(api: Api, route: AppRoute, { path, nested, form, ...variant }: Ids): Promise<Reply> {
  const addressed = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === "uuid" ? encodeURIComponent(`row ${path} uuid`) : String(path),
  );
  const named = { mediaUrl: foreignFile(), searchParam: SECRET };
  const values = { id: nested, text: "plain", named, ...variant };
  const query = new URLSearchParams();
  const sampled = route.query ? (sampleOf(route.query, values) as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(sampled))
    if (name !== "companyId") query.set(name, String(value));
  const address = `${addressed}?${query}`;
  const schema = bodyOf(route, form);
  const body = { ...((schema ? sampleOf(schema, values) : {}) as Record<string, unknown>) };
  if (form) return api.post(address, formOf(body));
  if (route.method === "GET") return api.get(address);
  if (route.method === "DELETE") return api.delete(address, route.body ? body : undefined);
  return route.method === "PUT" ? api.put(address, body) : api.post(address, body);
}

const secretRows = (places: Places) =>
  JSON.stringify(
    [...new Set(secretsOf(places).map(([table]) => table))].map((table) =>
      all(tenant.db, `SELECT * FROM ${table} WHERE id = ?`, COLLEAGUES),
    ),
  );

/** Reads the caller's own conversations, chats and plans, into which a call may have copied data. */
async function readOwn(api: Api): Promise<string> {
  const replies = await Promise.all(
    [
      `/messages/${OWN}`,
      `/messages/${OWN}?scope=all`,
      `/tickets/${OWN}`,
      `/chats/${OWN}/messages`,
      `/schedules/${OWN}`,
      `/ticket-notes/list?ticketId=${OWN}`,
    ].map((path) => api.get(path)),
  );
  return JSON.stringify(replies.map(({ body }) => body));
}

/** What one caller gets or changes that belongs to the colleague, and the answers with 500. */
async function sweep([who, api, ctx]: (typeof callers)[number], places: Places) {
  const routes = app.app.routes.filter(
    ({ access, path }) => access !== "public" && !path.startsWith("/auth/") && path !== "/support",
  );
  const leaks: string[] = [];
  const broken: string[] = [];
  let isFresh = false;
  let before = "";
  for (const route of routes)
    for (const ids of callsOf(route)) {
      if (!isFresh) {
        fill(ctx, places);
        before = secretRows(places);
      }
      const reply = await call(api, route, ids);
      const what = `${who}: ${route.method} ${route.path} ${JSON.stringify(ids)} → ${reply.status} ${JSON.stringify(reply.body)}`;
      isFresh = route.method === "GET" || reply.status >= 400;
      if (reply.status >= 500) broken.push(`${what} ${lines.at(-1)}`);
      if (what.includes(`${SECRET} `)) leaks.push(what);
      if (secretRows(places) !== before) leaks.push(`${what} changed a row of the colleague`);
      if (!isFresh && (await readOwn(api)).includes(`${SECRET} `)) leaks.push(`${what} made it readable`);
    }
  return { leaks, broken };
}

describe("access between queues", () => {
  test.each([0, 1])(
    "a caller of one queue (attendant, supervisor) reaches nothing of another queue by any id in path, query, body or form",
    async (index) => {
      const caller = callers[index] as (typeof callers)[number];
      expect(await sweep(caller, "another queue")).toEqual({ leaks: [], broken: [] });
    },
    2 * SWEEP_MS,
  );

  test(
    "an attendant reaches nothing of a colleague's open conversation in the same queue by any id in path, query, body or form",
    async () => {
      const attendant = callers[0] as (typeof callers)[number];
      expect(await sweep(attendant, "the same queue")).toEqual({ leaks: [], broken: [] });
    },
    2 * SWEEP_MS,
  );

  test("the isolation check uses rows that exist", async () => {
    const boss = app.api(testUser(tenant, { profile: "admin" }));
    const [, api, ctx] = callers[0] as (typeof callers)[number];
    fill(ctx, "another queue");
    expect(JSON.stringify((await boss.get(`/messages/${COLLEAGUES}`)).body)).toContain(
      `${SECRET} message.body`,
    );
    expect((await api.get(`/messages/${OWN}`)).status).toBe(200);
    expect(await api.post(`/messages/${OWN}`, { body: "Oi", quotedMsg: { id: OWN } })).toMatchObject({
      status: 200,
    });
  });

  test("an attendant cannot quote a message of the same customer in another queue", async () => {
    const [, api, ctx] = callers[0] as (typeof callers)[number];
    fill(ctx, "another queue");
    expect(await api.post(`/messages/${OWN}`, { body: "Oi", quotedMsg: { id: COLLEAGUES } })).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_MESSAGE_FOUND" },
    });
  });
});
