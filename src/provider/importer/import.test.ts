import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { png } from "#channels/media/testing.ts";
import { foldAllChanges } from "#inbox/dashboard/fold.ts";
import { all, one } from "#platform/db/database.ts";
import { HARD_TEXTS } from "#simulator/whaticket/messages-table.ts";
import type { OfficeOptions, Table } from "#simulator/whaticket/table.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { type ImportReport, describeReport as reportInWords } from "./report.ts";
import { dumpOf, OLD_PASSWORD, oldHash, runImport } from "./testing.ts";

let app: TestApp;
let passwordHash: string;
const made: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  app.company("Provedor");
  passwordHash = await oldHash();
});
afterAll(async () => {
  await app.stop();
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

const office = (fields: Partial<OfficeOptions> = {}): OfficeOptions => ({
  version: "saas",
  passwordHash,
  now: app.clock.now(),
  ...fields,
});
async function dump(
  form: Parameters<typeof dumpOf>[0],
  options: OfficeOptions,
  change?: Parameters<typeof dumpOf>[2],
) {
  const path = await dumpOf(form, options, change);
  made.push(form === "csv" ? path : dirname(path));
  return path;
}
/** The `public` folder of the old system. */
async function publicFolder(name: string): Promise<string> {
  const folder = join(app.directory, `public-${made.length}-${name.replaceAll("/", "-")}`);
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), await png());
  return folder;
}
const login = async (email: string): Promise<Api | number> => {
  const { status, body } = await app.api().post("/auth/login", { email, password: OLD_PASSWORD });
  return status === 200 ? createApi(app.url, body.token) : status;
};
const signedIn = async (email: string): Promise<Api> => {
  const api = await login(email);
  if (typeof api === "number") throw new Error(`login answers ${api}`);
  return api;
};
/** Keeps the company open, because an import closes the companies that it used. */
const held = (tenant: Tenant): Tenant => {
  tenant.keepOpen();
  return tenant;
};
const tenantOf = (id: number | null | undefined): Tenant => held(app.installation.tenants.open(id ?? 0));
/** All imported data of a company, without ids and times of this installation. */
const contentOf = ({ db }: Tenant) => ({
  contacts: all(db, "SELECT name, number, email, is_group FROM contact ORDER BY name, number"),
  tickets: all(
    db,
    `SELECT status, is_group, unread_messages, last_message, last_message_from_me, protocol, created_at, updated_at,
       waiting_since FROM ticket ORDER BY created_at, id`,
  ),
  messages: all(
    db,
    `SELECT provider_id, body, media_type, from_me, ack, read, deleted_at, created_at, quoted_id IS NOT NULL AS quotes
     FROM message ORDER BY id`,
  ),
  queues: all(db, "SELECT name, color, greeting_message FROM queue ORDER BY name"),
});

describe("dump of a multi-company version", () => {
  test("an imported dump has companies whose users sign in with their old passwords and find their conversations", async () => {
    const folder = await publicFolder("company1/foto.png");
    const path = await dump("pg-copy", office());
    const report = await runImport(app.installation, path, { media: folder });
    expect(report.companies.map(({ name }) => name)).toEqual(["Empresa 1", "Empresa 2"]);
    const [one_, two_] = report.companies;
    expect(one_?.tables).toMatchObject({
      Users: { created: 2 },
      Contacts: { read: 20, created: 20 },
      Tickets: { created: 20 },
      Messages: { read: 200, created: 200, skipped: 0 },
      QueueOptions: { created: 3 },
      Schedules: { created: 1, skipped: 1 },
      UserRatings: { created: 1, skipped: 1 },
    });
    expect(report.files).toMatchObject({ copied: 1, missing: 1 });
    expect(report.ignoredTables).toEqual({ FlowBuilders: 1 });
    expect(report.ignoredColumns["Whatsapps"]).toEqual(["session"]);
    expect(one_?.overPlan).toEqual(["users 2 of 1"]);
    expect(one_?.problems.find(({ reason }) => reason === "not_super")?.count).toBe(1);
    expect(report.orphans).toEqual({});

    const ana = await signedIn("ana1@example.com");
    const closed = (await ana.get("/tickets?status=closed&showAll=true")).body;
    expect(closed.count).toBe(14);
    const waiting = (await ana.get("/tickets?status=pending&showAll=true")).body.tickets;
    expect(waiting).toHaveLength(2);
    expect(waiting[0].unreadMessages).toBe(1);

    const tenant = tenantOf(one_?.companyId);
    const first = one<{ id: number }>(tenant.db, "SELECT id FROM ticket ORDER BY created_at LIMIT 1");
    const { messages } = (await ana.get(`/messages/${first?.id}`)).body;
    expect(messages).toHaveLength(10);
    const picture = messages.find(({ mediaType }: { mediaType: string }) => mediaType === "image");
    expect(picture).toMatchObject({
      body: "",
      mediaState: "stored",
      width: 4,
      height: 3,
      mimeType: "image/png",
    });
    expect((await fetch(new URL(picture.mediaUrl, app.url))).headers.get("content-type")).toBe("image/png");
    const answer = messages.find(({ quotedMsg }: { quotedMsg: unknown }) => quotedMsg);
    expect(answer.quotedMsg.id).toBe(
      messages.find(({ fromMe, id }: { fromMe: boolean; id: number }) => fromMe && id === answer.quotedMsg.id)
        ?.id,
    );
    const found = (await ana.get("/messages/search?searchParam=boleto")).body;
    expect(JSON.stringify(found)).toContain("boleto");
    const bodies = new Set(
      all<{ body: string }>(tenant.db, "SELECT body FROM message").map(({ body }) => body),
    );
    expect(HARD_TEXTS.filter((text) => !bodies.has(text)).length).toBeLessThan(3);

    // Users do not see the other company, whose file is not in the folder of the first.
    const other = tenantOf(two_?.companyId);
    expect((await ana.get("/contacts?searchParam=")).body.count ?? 20).toBe(20);
    expect(one(other.db, "SELECT state FROM media_file")).toEqual({ state: "missing" });
    expect(one(tenant.db, "SELECT status FROM connection")).toEqual({ status: "DISCONNECTED" });
    expect(app.installation.tenants.dueCompanies("schedules", app.clock.now() + 6 * 86_400_000)).toContain(
      tenant.id,
    );
  });

  test("imported tickets count on the dashboard, except groups", async () => {
    const tenant = tenantOf(
      one<{ id: number }>(app.installation.system, "SELECT id FROM company WHERE name = 'Empresa 1'")?.id,
    );
    foldAllChanges(tenant);
    expect(
      one(
        tenant.db,
        `SELECT sum(attendances) AS attendances, sum(finished) AS finished, sum(support_ms) AS supportMs, sum(rated_five) AS rated,
           sum(rate_sum_five) AS rates FROM hourly_metric`,
      ),
    ).toEqual({ attendances: 19, finished: 13, supportMs: 13 * 6 * 60_000, rated: 1, rates: 5 });
    const counts = all(
      tenant.db,
      "SELECT status, sum(tickets) AS n FROM ticket_count GROUP BY status ORDER BY status",
    );
    expect(counts).toEqual([
      { status: "closed", n: 14 },
      { status: "open", n: 4 },
      { status: "pending", n: 2 },
    ]);
    const ana = await signedIn("ana1@example.com");
    expect((await ana.get("/dashboard?days=90")).status).toBe(200);
  });

  test("every dump format gives the same rows", async () => {
    const reference = tenantOf(
      one<{ id: number }>(app.installation.system, "SELECT id FROM company WHERE name = 'Empresa 2'")?.id,
    );
    for (const form of ["pg-insert", "mysql", "csv"] as const) {
      const path = await dump(form, office());
      const report = await runImport(app.installation, path, { source: form, only: ["2"] });
      const [company] = report.companies;
      expect([form, company?.tables["Messages"]?.created]).toEqual([form, 200]);
      expect(contentOf(tenantOf(company?.companyId))).toEqual(contentOf(reference));
      // Their e-mails belong to other logins: they are imported, and the report names them.
      expect(company?.problems.find(({ reason }) => reason === "email_in_use")?.count).toBe(2);
    }
  });
});

describe("dump of the single-company version", () => {
  test("a single-company dump is imported into an existing company, and old hashes are replaced at the first login", async () => {
    const tenant = held(app.company("Padaria da Vila"));
    // E-mails of another installation: those above are taken.
    const rename = (tables: readonly Table[]) =>
      tables.map((table) =>
        table.name === "Users"
          ? {
              ...table,
              rows: [...table.rows].map((row) =>
                row.map((cell) => (cell === "ana1@example.com" ? "rita@example.com" : cell)),
              ),
            }
          : table,
      );
    const path = await dump("mysql", office({ version: "community" }), rename);
    const folder = await publicFolder("foto.png");
    const report = await runImport(app.installation, path, {
      into: tenant.id,
      media: folder,
      source: "vila",
    });
    expect(report.companies[0]?.tables).toMatchObject({
      Messages: { created: 200 },
      QuickAnswers: { created: 1 },
      Settings: { created: 2, skipped: 1 },
    });
    expect(report.files).toMatchObject({ copied: 1, missing: 0 });
    // That version has no table of attendances; every imported ticket gets one.
    expect(one(tenant.db, "SELECT count(*) AS n FROM ticket_period")).toEqual({ n: 20 });
    const hash = () =>
      one<{ hash: string }>(
        tenant.db,
        "SELECT password_hash AS hash FROM user WHERE email = 'rita@example.com'",
      )?.hash;
    expect(hash()).toStartWith("$2a$");
    expect(await login("rita@example.com")).not.toBeNumber();
    expect(hash()).toStartWith("$argon2id$");
    expect(await login("rita@example.com")).not.toBeNumber();
  });
});

describe("dry run of an import", () => {
  test("a dry run of an import prints the report of a real run and changes nothing", async () => {
    const { installation } = app;
    const rows = () => all(installation.system, "SELECT * FROM company");
    const before = rows();
    const path = await dump("pg-copy", office({ companies: 3, tickets: 4 }));
    const source = "tentativa";
    const tried = await runImport(installation, path, { source, dryRun: true });
    expect(rows()).toEqual(before);
    expect(readdirSync(app.directory).filter((name) => name.startsWith("import-"))).toEqual([]);
    const real = await runImport(installation, path, { source });
    const told = ({ companies, files }: ImportReport) => ({
      files,
      companies: companies.map(({ externalId, tables, overPlan }) => ({ externalId, tables, overPlan })),
    });
    expect(told(tried)).toEqual(told(real));
    expect(reportInWords(real)).toContain("not brought over: FlowBuilders (1)");
    expect(rows()).toHaveLength(before.length + 3);
  });
});

describe("second run of an import", () => {
  test("a second import of a dump adds only new or changed rows and keeps local changes", async () => {
    const tenant = held(app.company("Oficina"));
    const small = office({ version: "community", tickets: 8 });
    const options = { into: tenant.id, source: "oficina" };
    const path = await dump("pg-copy", small);
    const first = await runImport(app.installation, path, options);
    expect(first.companies[0]?.tables["Messages"]).toMatchObject({ created: 80 });
    const before = contentOf(tenant);
    const again = await runImport(app.installation, path, options);
    for (const [table, tally] of Object.entries(again.companies[0]?.tables ?? {}))
      expect([table, tally.created, tally.updated]).toEqual([table, 0, 0]);
    expect(contentOf(tenant)).toEqual(before);

    // Changes between the two runs: here, a name; in the old system, a deleted message, a new message, and a
    // contact's name.
    app.clock.advance(60_000);
    tenant.db.$client.exec(
      `UPDATE contact SET name = 'Meu nome', updated_at = ${app.clock.now()} WHERE number LIKE '%1000001'`,
    );
    const later = new Date(app.clock.now());
    const change = (tables: readonly Table[]) =>
      tables.map((table): Table => {
        const at = (name: string) => table.columns.indexOf(name);
        const rows = [...table.rows].map((row) => [...row]);
        if (table.name === "Contacts")
          for (const [index, name] of [
            [1, "De lá"],
            [2, "Novo nome"],
          ] as const) {
            const row = rows[index] ?? [];
            row[at("name")] = name;
            row[at("updatedAt")] = index === 1 ? new Date(later.getTime() - 30_000) : later;
          }
        if (table.name === "Messages") {
          const [gone = [], copy = []] = [rows[5] ?? [], [...(rows[0] ?? [])]];
          gone[at("isDeleted")] = true;
          gone[at("updatedAt")] = later;
          copy[at("id")] = "NOVA1";
          copy[at("body")] = "chegou depois";
          copy[at("createdAt")] = later;
          copy[at("updatedAt")] = later;
          rows.push(copy);
        }
        return { ...table, rows };
      });
    const third = await runImport(app.installation, await dump("pg-copy", small, change), options);
    const tables = third.companies[0]?.tables;
    expect(tables?.["Messages"]).toMatchObject({ created: 1, updated: 1, unchanged: 79 });
    expect(tables?.["Contacts"]).toMatchObject({ created: 0, updated: 1, skipped: 1 });
    expect(third.companies[0]?.problems.map(({ reason }) => reason)).toContain("changed_here");
    const names = all<{ name: string }>(tenant.db, "SELECT name FROM contact").map(({ name }) => name);
    expect([names.includes("Meu nome"), names.includes("Novo nome"), names.includes("De lá")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(one(tenant.db, "SELECT last_message AS text FROM ticket ORDER BY id LIMIT 1")).toEqual({
      text: "chegou depois",
    });
    // A file that was missing is found by a later run.
    const folder = await publicFolder("foto.png");
    const fourth = await runImport(app.installation, path, { ...options, media: folder });
    expect([fourth.files.copied, one(tenant.db, "SELECT state FROM media_file")]).toEqual([
      1,
      { state: "stored" },
    ]);
  });

  test("a second import of a dump continues where the first one stopped", async () => {
    const tenant = held(app.company("Farmácia"));
    const path = await dump("pg-copy", office({ version: "community", tickets: 60, messagesPerTicket: 20 }));
    const stop = new AbortController();
    const options = { into: tenant.id, source: "farmacia" };
    const stopped = await runImport(app.installation, path, {
      ...options,
      signal: stop.signal,
      onProgress: ({ phase, done, total }) => {
        if (phase === "storing" && done > total / 2) stop.abort();
      },
    });
    expect(stopped.state).toBe("cancelled");
    const half = one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM message")?.n ?? 0;
    expect(half > 0 && half < 1200).toBe(true);
    const report = await runImport(app.installation, path, options);
    expect(report.companies[0]?.tables["Messages"]).toMatchObject({ created: 1200 - half, unchanged: half });
    const whole = held(app.company("Farmácia inteira"));
    await runImport(app.installation, path, { into: whole.id, source: "inteira" });
    expect(contentOf(tenant)).toEqual(contentOf(whole));
  });
});
