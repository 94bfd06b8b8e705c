import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, run, typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable, tablesOf } from "#test/helpers/dump.ts";
import { testUser } from "#test/helpers/installation.ts";
import { sampleOf } from "#test/helpers/sample.ts";
import { exportCompany } from "./exports/export-company.ts";
import { importCompany, stageImport } from "./imports/import-company.ts";
import { type Tampering, tamper } from "./tampering.ts";
import { fillCompany, scratch } from "./testing.ts";

const PASSPHRASE = "twelve letters or more";
const directories = scratch();

let app: TestApp;
let archive: string;
beforeAll(async () => {
  app = await startTestApp({ directory: directories.next() });
  app.company("Provedor");
  const { tenant } = await fillCompany(app, "Padaria");
  archive = directories.next();
  await exportCompany({
    dataDirectory: app.directory,
    id: tenant.id,
    path: archive,
    secrets: app.installation.secrets,
    passphrase: PASSPHRASE,
    now: app.clock.now,
  });
});
afterAll(async () => {
  await app.stop();
  directories.remove();
});

async function changed(changes: Tampering): Promise<string> {
  const path = directories.next();
  await tamper(archive, path, directories.next(), changes);
  return path;
}

/** An archive with a row in every table, then changed; its manifest has the right numbers of rows. */
function filledWith(change: (db: Sqlite) => void): Promise<string> {
  const counts: Record<string, number> = {};
  return changed({
    database: {
      change(db) {
        fillEveryTable(typed(db), 77, "row");
        change(db);
        for (const table of tablesOf(typed(db)))
          counts[table] = (db.prepare(`SELECT count(*) AS n FROM "${table}"`).get() as { n: number }).n;
      },
    },
    manifest: (m) => {
      for (const table of Object.keys(m.database.counts))
        m.database.counts[table] = counts[table] ?? m.database.counts[table] ?? 0;
    },
  });
}

describe("archive with hostile values in a schema that is as expected", () => {
  test.each([
    "UPDATE message SET edits = '{'",
    "UPDATE message SET reactions = '{}'",
    "UPDATE message SET reactions = 'null'",
    "UPDATE message SET created_at = 9e15",
    `INSERT INTO contact_merge (survivor_id, merged_contact_id, loser, moved, automatic, merged_at)
      VALUES (1, 2, 'none', '{}', 0, 1)`,
  ])("an archive with broken JSON or impossible times is rejected: %s", async (change) => {
    const path = await filledWith((db) => db.exec(change));
    const staging = directories.next();
    const { secrets } = app.installation;
    const staged = stageImport({ path, passphrase: PASSPHRASE, staging, secrets, now: app.clock.now });
    await expect(staged).rejects.toMatchObject({ name: "BackupError", trouble: "altered" });
  });

  test("no page answers 500 for a company from an archive with hostile texts and with settings of unknown names and values", async () => {
    const path = await filledWith((db) => {
      const hostile = "\u202e<b>{{name}} %E0 \ud800";
      const known = db.prepare("SELECT key FROM setting").all() as { key: string }[];
      const set = db.prepare("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)");
      for (const key of [...known.map((row) => row.key), "__proto__", "noSuchKey"]) set.run(key, hostile);
      for (const table of [
        "ticket",
        "message",
        "contact",
        "queue",
        "tag",
        "connection",
        "ticket_note",
        "user",
      ])
        for (const { name, type } of db.pragma(`table_info("${table}")`) as { name: string; type: string }[])
          if (
            type === "TEXT" &&
            /name|body|note|message$|greeting|email|color|media_type|origin|reason/.test(name)
          )
            try {
              db.prepare(`UPDATE OR IGNORE "${table}" SET "${name}" = ?`).run(hostile);
            } catch {
              // The table allows some values only.
            }
      db.exec(
        "UPDATE message SET created_at = -8.6e15, quoted_id = id, ack = 99; UPDATE ticket SET queue_option_id = 7",
      );
    });
    const { placed } = await importCompany(app.installation, {
      path,
      passphrase: PASSPHRASE,
      start: true,
      jobs: [],
    });
    const tenant = app.installation.tenants.open(placed.id);
    run(app.installation.system, "UPDATE company SET active = 1 WHERE id = ?", placed.id);
    app.installation.tenants.refresh(placed.id);
    const api = app.api(testUser(tenant, { profile: "admin" }));
    const ids = all<{ id: number }>(tenant.db, "SELECT id FROM ticket").map(({ id }) => id);
    const broken: string[] = [];
    let opened = 0;
    for (const { method, access, path: pattern, query: wanted } of app.app.routes) {
      if (method !== "GET" || access === "public" || access === "super") continue;
      for (const id of pattern.includes(":") ? [1, ...ids] : [1]) {
        const named = { from: "1970-01-01", to: "1970-12-01", days: 90 };
        const sampled = wanted ? (sampleOf(wanted, { id, text: "a", named }) as Record<string, unknown>) : {};
        const query = new URLSearchParams(
          Object.entries(sampled).map(([name, value]) => [name, String(value)]),
        );
        for (const asked of ["", `?${query}`, "?from=1970-01-01&to=1970-12-01"]) {
          const { status, body } = await api.get(`${pattern.replace(/:\w+/g, String(id))}${asked}`);
          if (status === 200) opened += 1;
          if (status >= 500) broken.push(`${pattern}${asked}: ${status} ${JSON.stringify(body)}`);
        }
      }
    }
    expect(broken).toEqual([]);
    expect(opened).toBeGreaterThan(50);
  }, 120_000);
});
