import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { definitionOf, keysOf, writeSetting } from "#accounts/settings/index.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type Api, createApi, type Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable, tablesOf } from "#test/helpers/dump.ts";
import { testUser } from "#test/helpers/installation.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { sampleOf } from "#test/helpers/sample.ts";
import type { TestSocket } from "#test/helpers/socket.ts";

// Every secret of a company is a marked text. A support session calls every route and receives every event, also
// those that an admin's calls cause. No marked text may arrive or be in the log.

/** Rows with this id: an integration that answers customers, and its related rows. */
const PARTNER = 7001;
/** Id of a webhook of the company and its related rows. */
const WEBHOOK = 7002;
const SETTINGS = keysOf("company").filter((key) => definitionOf(key)?.secret);
const MARK = "SEGREDO";

/** A column of this name is a secret, or it is listed below with the reason why it is none. */
const SECRETIVE =
  /(^|_)(secret|token|hash|key|password|url|endpoint|auth|p256dh|nonce|credentials?|json|last4|callback)(_|\d|$)/;
const NOT_SECRET: Readonly<Record<string, string>> = {
  "api_call.hash": "of a request, compared on the server",
  "api_call.key": "names a request of a program",
  "api_key.last4": "tells keys apart in their list",
  "brand.logo_hash": "part of the public address of the logo",
  "chat_message.client_hash": "of a message, compared on the server",
  "connection.token_last4": "tells tokens apart in their list",
  "contact_identity.match_key": "a phone number as it is compared",
  "contact_list_item.match_key": "a phone number as it is compared",
  "message.client_hash": "of a message, compared on the server",
  "message_link.url": "an address in the text of a message",
  "notice.key": "names what a notice is about",
  "number_check.match_key": "a phone number as it is compared",
  "outbox.source_key": "names what a message was caused by",
  "prompt.base_url": "user, query and fragment are refused at save; keys have columns of their own",
  "queue.token": "a label by which other systems recognise a queue; the product accepts it nowhere",
  "inbound_event.chat_key": "names a chat",
  "inbound_event.event_key": "names a message",
  "setting.key": "the name of a setting",
  "campaign_recipient.contact_key": "a phone number as it is compared",
  "field.key": "the name of a variable in texts",
  "import_reference.hash": "of an imported row, compared on the server",
  "ticket_referral.source_url": "the public address of an advertisement",
};
/** Columns whose text is encrypted with the key of the installation. */
const SEALED = new Set([
  "connection.proxy_url",
  "integration.secret",
  "integration.json_content",
  "meta_account.token",
  "prompt.api_key",
  "prompt.voice_key",
]);
/** Texts that must have a form; also of columns that only contain a secret. */
const FORMS: Readonly<Record<string, (mark: string) => string>> = {
  "connection.proxy_url": (mark) => `http://${mark}:${mark}@127.0.0.1:9`,
  "integration.url": (mark) => `http://127.0.0.1:9/${mark}?token=${mark}#${mark}`,
  "integration.json_content": (mark) =>
    JSON.stringify({ private_key: mark, private_key_id: mark, client_email: "a@b.example" }),
  "integration_delivery.body": (mark) =>
    JSON.stringify({ links: { callback: `https://example.com/api/integrations/callback/${mark}` } }),
};

let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
/** The user of the support session in the company. */
let supporter: UserCtx;
let support: Api;
let socket: TestSocket;
const lines: string[] = [];
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off", ALLOW_PRIVATE_URLS: "on" },
    log: createLog("debug", (line) => void lines.push(line)),
  });
  const rita = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(rita.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", rita.actor.id);
  tenant = app.company("Padaria");
  admin = testUser(tenant, { profile: "admin" });
  const { body } = await app.api(rita).post(`/companies/${tenant.id}/support`, {});
  support = createApi(app.url, body.token);
  supporter = { ...admin, actor: { ...admin.actor, id: body.user.id } };
  socket = await app.socket(supporter, { token: body.token });
  for (const key of SETTINGS) writeSetting(tenant, key, `${MARK}-setting-${key}`);
});
afterAll(() => app.stop());

const textColumns = (): readonly string[] =>
  tablesOf(tenant.db).flatMap((table) =>
    (tenant.db.$client.pragma(`table_info("${table}")`) as { name: string; type: string }[])
      .filter(({ type }) => type === "TEXT")
      .map(({ name }) => `${table}.${name}`),
  );
const secretColumns = () =>
  textColumns().filter((name) => SECRETIVE.test(name.split(".")[1] ?? "") && !(name in NOT_SECRET));

/** Tables that are kept; all other rows are created again for each call that changes rows. */
const KEPT = new Set(["schema_migration", "user", "user_queue", "session", "audit_log", "setting"]);

let marked: ReadonlySet<string>;

function fill(): void {
  marked ??= new Set([...secretColumns(), ...Object.keys(FORMS)]);
  const client = tenant.db.$client;
  client.pragma("foreign_keys = OFF");
  // Within a transaction the pragma stays as it is.
  client.transaction(() => {
    for (const table of tablesOf(tenant.db)) if (!KEPT.has(table)) client.exec(`DELETE FROM "${table}"`);
    for (const id of [PARTNER, WEBHOOK]) {
      fillEveryTable(tenant.db, id, `plain ${id}`);
      run(
        tenant.db,
        "UPDATE integration SET type = 'webhook', of_company = ? WHERE id = ?",
        id === WEBHOOK ? 1 : 0,
        id,
      );
      for (const column of marked) mark(column, id);
    }
  })();
  client.pragma("foreign_keys = ON");
}

const columnsOf = (table: string): readonly string[] =>
  (tenant.db.$client.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
const tablesWithId = new Map<string, boolean>();

function mark(column: string, id: number): void {
  const [table = "", name = ""] = column.split(".");
  const word = `${MARK}-${table}-${name}-${id}`;
  const text = FORMS[column]?.(word) ?? word;
  const stored = SEALED.has(column) ? app.installation.secrets.encrypt(text) : text;
  if (!tablesWithId.has(table)) tablesWithId.set(table, columnsOf(table).includes("id"));
  const where = tablesWithId.get(table) ? `WHERE id = ${id}` : "";
  run(tenant.db, `UPDATE OR IGNORE "${table}" SET "${name}" = ? ${where}`, stored);
}

/**
 * Calls a route. `isWhole`: with every field of the body; otherwise without secret fields, so that stored secrets
 * stay.
 */
async function call(api: Api, route: AppRoute, isWhole: boolean): Promise<Reply> {
  const id = route.path.startsWith("/webhooks") ? WEBHOOK : PARTNER;
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === "uuid" ? encodeURIComponent(`plain ${id} uuid`) : String(id),
  );
  const values = { id, text: "plain" };
  const query = new URLSearchParams();
  const sampled = route.query ? (sampleOf(route.query, values) as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(sampled))
    if (name !== "companyId" && name !== "searchParam") query.set(name, String(value));
  const fields = Object.entries((route.body ? sampleOf(route.body, values) : {}) as object);
  const body = Object.fromEntries(
    fields.filter(([name]) => isWhole || (!SECRET_FIELD.test(name) && name !== "type")),
  );
  const address = `${path}?${query}`;
  if (route.method === "GET") return api.get(address);
  if (route.method === "DELETE") return api.delete(address, route.body ? body : undefined);
  return route.method === "PUT" ? api.put(address, body) : api.post(address, body);
}

/** Every stored secret, by column. A secret that a support session sets appears here as a new value. */
const storedSecrets = (): ReadonlySet<string> =>
  new Set(
    [...marked].flatMap((column) => {
      const [table = "", name = ""] = column.split(".");
      return tenant.db.$client
        .prepare(`SELECT DISTINCT "${name}" FROM "${table}" WHERE "${name}" <> ''`)
        .pluck()
        .all()
        .map(
          (value) =>
            `${column} ${SEALED.has(column) ? app.installation.secrets.decrypt(String(value)) : value}`,
        );
    }),
  );

/** Matches names of body fields that are stored as secrets. */
const SECRET_FIELD = /url|token|key|json|secret|password/i;

/** Routes that end the caller's login session. */
const ENDS = new Set(["DELETE /support", "DELETE /auth/logout"]);
const routes = () =>
  app.app.routes.filter(
    ({ access, method, path }) =>
      access !== "public" &&
      access !== "super" &&
      !path.startsWith("/auth/") &&
      !ENDS.has(`${method} ${path}`),
  );

/** Marked texts in a text, each once. */
const marksIn = (text: string): readonly string[] => [
  ...new Set(text.match(new RegExp(`${MARK}-[\\w-]+`, "g")) ?? []),
];

describe("support sessions", () => {
  test("the test of support sessions marks every column that is named like a secret", async () => {
    const columns = textColumns();
    const unknown = [...Object.keys(NOT_SECRET), ...SEALED, ...Object.keys(FORMS)].filter(
      (column) => !columns.includes(column),
    );
    expect(unknown).toEqual([]);
    fill();
    const page = await app.api(admin).get("/queueIntegration");
    // Admins do not read the whole address of an integration either.
    expect(marksIn(JSON.stringify(page.body))).toEqual([]);
    expect(JSON.stringify(page.body)).toContain("http://127.0.0.1:9/********");
    const { deliveries } = (await app.api(admin).get(`/webhooks/${WEBHOOK}/deliveries`)).body;
    expect(marksIn(JSON.stringify(deliveries))).toEqual([`${MARK}-integration_delivery-body-${WEBHOOK}`]);
  });

  test(
    "a support session reads and changes no secret of the company, on any route and in any event",
    async () => {
      const leaks: string[] = [];
      const changed = new Set<string>();
      const asAdmin = app.api(admin);
      let isFresh = false;
      for (const route of routes())
        for (const [who, api] of [
          ["support", support],
          ["admin", asAdmin],
        ] as const)
          for (const isWhole of route.body ? [true, false] : [true]) {
            if (route.method === "GET" && who === "admin") continue;
            if (!isFresh) fill();
            const heard = socket.frames.length;
            const before = who === "support" && route.method !== "GET" ? storedSecrets() : null;
            const reply = await call(api, route, isWhole);
            isFresh = route.method === "GET" || reply.status >= 400;
            for (const value of before && !isFresh ? storedSecrets() : [])
              if (!before?.has(value)) changed.add(`${route.method} ${route.path}: ${value}`);
            const what = `${who}: ${route.method} ${route.path} ${reply.status}`;
            if (reply.status === 500) leaks.push(`${what}: ${lines.at(-1)}`);
            const seen = who === "support" ? JSON.stringify([reply.body, [...reply.headers]]) : "";
            for (const text of marksIn(seen)) leaks.push(`${what} answered ${text}`);
            await app.settled(supporter, socket);
            for (const text of marksIn(JSON.stringify(socket.frames.slice(heard))))
              leaks.push(`${what} sent ${text}`);
          }
      for (const text of marksIn(lines.join(""))) leaks.push(`the log has ${text}`);
      expect(leaks).toEqual([]);
      expect([...changed]).toEqual([]);
      const channels = socket.frames.flatMap((frame) =>
        frame.t === "event" ? [frame.channel.replace(/^.*-/, "")] : [],
      );
      expect([...new Set(channels)].length).toBeGreaterThan(10);
    },
    SWEEP_MS,
  );

  test(
    "a support session sets no field that is named like a secret, on any route",
    async () => {
      const changed: string[] = [];
      let tried = 0;
      for (const route of routes()) {
        if (!route.body || route.method === "GET" || route.method === "DELETE") continue;
        const path = route.path.replace(
          /:\w+/g,
          String(route.path.startsWith("/webhooks") ? WEBHOOK : PARTNER),
        );
        for (const name of Object.keys(sampleOf(route.body, { id: PARTNER, text: "plain" }) as object))
          if (SECRET_FIELD.test(name))
            for (const value of [
              "http://name:word@127.0.0.1:9",
              "f3b1c7d0a94e4e6f8b2d5a7c9e1f0b3d6a8c2e4f",
            ]) {
              fill();
              const before = storedSecrets();
              const method = route.method === "PUT" ? support.put : support.post;
              await method(path, { [name]: value });
              tried += 1;
              for (const stored of storedSecrets())
                if (!before.has(stored)) changed.push(`${route.method} ${route.path} ${name}: ${stored}`);
            }
      }
      expect(changed).toEqual([]);
      expect(tried).toBeGreaterThan(20);
    },
    SWEEP_MS,
  );
});
