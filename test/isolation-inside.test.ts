import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api, Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable, tablesOf } from "#test/helpers/dump.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { sampleOf } from "#test/helpers/sample.ts";

// Inside one company a user reads the conversations of their own queues and no personal data of others. Every route is
// called with ids of rows that belong to a colleague of another queue: in the path, and nested in query and body beside an
// own row in the path. Both conversations are of the same contact and the same connection, so that only rights differ.

const OWN = 6001;
const COLLEAGUES = 5001;
const SECRET = "SEGREDO";

/** Texts that the caller must not get, by table and column. */
const SECRETS: readonly (readonly [string, string])[] = [
  ["message", "body"],
  ["message", "transcript"],
  ["ticket_note", "note"],
  ["ticket", "last_message"],
  ["media_file", "name"],
  ["chat", "title"],
  ["chat", "last_message"],
  ["chat_message", "body"],
  ["scheduled_message", "body"],
  ["quick_reply", "message"],
  ["quick_reply", "shortcode"],
];

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

function fill(caller: UserCtx): void {
  const client = tenant.db.$client;
  client.pragma("foreign_keys = OFF");
  // Within a transaction the pragma stays as it is.
  client.transaction(() => fillTables(caller))();
  client.pragma("foreign_keys = ON");
}

function fillTables(caller: UserCtx): void {
  const client = tenant.db.$client;
  for (const table of tablesOf(tenant.db)) if (!KEPT.has(table)) client.exec(`DELETE FROM "${table}"`);
  for (const id of [COLLEAGUES, OWN]) {
    client.prepare("DELETE FROM user WHERE id = ?").run(id);
    client.prepare("DELETE FROM user_queue WHERE user_id = ?").run(id);
    fillEveryTable(tenant.db, id, `row ${id}`);
  }
  run(tenant.db, "UPDATE user_queue SET queue_id = ? WHERE user_id = ?", queues.other, COLLEAGUES);
  const place =
    "UPDATE ticket SET contact_id = ?, connection_id = ?, queue_id = ?, user_id = ?, status = ?, user_distributed = NULL WHERE id = ?";
  run(tenant.db, place, OWN, OWN, queues.own, caller.actor.id, "open", OWN);
  run(tenant.db, place, OWN, OWN, queues.other, COLLEAGUES, "closed", COLLEAGUES);
  for (const table of ["message", "ticket_note"]) run(tenant.db, `UPDATE ${table} SET contact_id = ?`, OWN);
  run(
    tenant.db,
    "UPDATE message SET connection_id = ?, send_state = NULL, media_type = NULL, deleted_at = NULL",
    OWN,
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
  for (const [table, column] of SECRETS)
    run(
      tenant.db,
      `UPDATE ${table} SET ${column} = ? WHERE id = ?`,
      `${SECRET} ${table}.${column}`,
      COLLEAGUES,
    );
}

/** The ids of a call: in its path, and in query and body. */
interface Ids {
  readonly path: number;
  readonly nested: number;
}

async function call(api: Api, route: AppRoute, { path, nested }: Ids): Promise<Reply> {
  const named = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === "uuid" ? encodeURIComponent(`row ${path} uuid`) : String(path),
  );
  const values = { id: nested, text: "plain" };
  const query = new URLSearchParams();
  const sampled = route.query ? (sampleOf(route.query, values) as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(sampled))
    if (name !== "companyId" && name !== "searchParam") query.set(name, String(value));
  const address = `${named}?${query}`;
  const body = { ...((route.body ? sampleOf(route.body, values) : {}) as object) };
  if (route.method === "GET") return api.get(address);
  if (route.method === "DELETE") return api.delete(address, route.body ? body : undefined);
  return route.method === "PUT" ? api.put(address, body) : api.post(address, body);
}

const secretRows = () =>
  JSON.stringify(
    [...new Set(SECRETS.map(([table]) => table))].map((table) =>
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

describe("access between queues", () => {
  test(
    "an attendant of one queue reaches nothing of another queue or a colleague by any id in path, query or body",
    async () => {
      const routes = app.app.routes.filter(
        ({ access, path }) => access !== "public" && !path.startsWith("/auth/") && path !== "/support",
      );
      const leaks: string[] = [];
      const broken: string[] = [];
      for (const [who, api, ctx] of callers) {
        let isFresh = false;
        for (const route of routes)
          for (const ids of [
            { path: COLLEAGUES, nested: COLLEAGUES },
            { path: OWN, nested: COLLEAGUES },
          ]) {
            if (!isFresh) fill(ctx);
            const before = secretRows();
            const reply = await call(api, route, ids);
            const what = `${who}: ${route.method} ${route.path} ${JSON.stringify(ids)} → ${reply.status} ${JSON.stringify(reply.body)}`;
            isFresh = route.method === "GET" || reply.status >= 400;
            if (reply.status >= 500) broken.push(`${what} ${lines.at(-1)}`);
            if (what.includes(SECRET)) leaks.push(what);
            if (secretRows() !== before) leaks.push(`${what} changed a row of the colleague`);
            if (!isFresh && (await readOwn(api)).includes(SECRET)) leaks.push(`${what} made it readable`);
          }
      }
      expect(leaks).toEqual([]);
      expect(broken).toEqual([]);
    },
    SWEEP_MS,
  );

  test("the isolation check uses rows that exist", async () => {
    const boss = app.api(testUser(tenant, { profile: "admin" }));
    const [, api, ctx] = callers[0] as (typeof callers)[number];
    fill(ctx);
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
    fill(ctx);
    expect(await api.post(`/messages/${OWN}`, { body: "Oi", quotedMsg: { id: COLLEAGUES } })).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_MESSAGE_FOUND" },
    });
  });
});
