import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { writeSetting } from "#accounts/settings/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { readSchema, schemaAfter, schemaDifference } from "#platform/db/expected-schema.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import type { CompanyManifest } from "./archive/manifest.ts";
import { exportCompany } from "./exports/export-company.ts";
import { importCompany, stageImport } from "./imports/import-company.ts";
import { restoreCompanyFrom } from "./restore/restore-company.ts";
import { findRun } from "./run/runs.ts";
import { folderStore } from "./store/folder.ts";
import { addEntry, type Tampering, tamper } from "./tampering.ts";
import { MANIFEST_CHANGES } from "./testing/manifest-changes.ts";
import { CHANGES, MAKE_SUPER, rewrite } from "./testing/schema-changes.ts";
import { backUpApp, type Filled, fillCompany, OTHER_KEY, scratch } from "./testing.ts";

const PASSPHRASE = "twelve letters or more";
const directories = scratch();
afterAll(() => directories.remove());

/** `app` imports archives that another installation exported. */
let app: TestApp;
let elsewhere: TestApp;
let filled: Filled;
let archive: string;
beforeAll(async () => {
  app = await startTestApp({ directory: directories.next() });
  app.company("Provedor");
  elsewhere = await startTestApp({
    directory: directories.next(),
    clock: app.clock,
    env: { APP_SECRET: OTHER_KEY },
  });
  elsewhere.company("Outro provedor");
  filled = await fillCompany(elsewhere, "Padaria");
  writeSetting(filled.tenant, "campaignsEnabled", "true");
  archive = directories.next();
  await exportCompany({
    dataDirectory: elsewhere.directory,
    id: filled.tenant.id,
    path: archive,
    secrets: elsewhere.installation.secrets,
    passphrase: PASSPHRASE,
    now: app.clock.now,
  });
});
afterAll(async () => {
  await app.stop();
  await elsewhere.stop();
});

async function tampered(changes: Tampering): Promise<string> {
  const path = directories.next();
  await tamper(archive, path, directories.next(), changes);
  return path;
}
const bring = (path: string) =>
  importCompany(app.installation, { path, passphrase: PASSPHRASE, start: true, jobs: [] });
const stage = (path: string, staging = directories.next()) =>
  stageImport({
    path,
    passphrase: PASSPHRASE,
    staging,
    secrets: app.installation.secrets,
    now: app.clock.now,
  });
const altered = (change: (db: Sqlite) => void, file?: string) =>
  tampered({ database: { change, ...(file !== undefined && { file }) } });
const companies = () => all(app.installation.system, "SELECT id FROM company").length;

describe("archive of a company", () => {
  test("an import drops the statistics of an archive, with which its author could choose slow plans", async () => {
    const path = await altered((db) => {
      db.exec("ANALYZE");
      db.exec("UPDATE sqlite_stat1 SET stat = '1000000 1000000 1'");
    });
    const { placed } = await bring(path);
    const { db } = app.installation.tenants.open(placed.id);
    expect(all(db, "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'")).toEqual([]);
  });

  test("an unchanged archive is imported without super users and provider permissions", async () => {
    const path = await altered((db) => db.exec(MAKE_SUPER));
    const { placed } = await bring(path);
    const moved = app.installation.tenants.open(placed.id);
    expect(one(moved.db, "SELECT count(*) AS n FROM user WHERE super <> 0")).toEqual({ n: 0 });
    expect(one(moved.db, "SELECT 1 FROM setting WHERE key = 'campaignsEnabled'")).toBeUndefined();
    // The import creates the product's own triggers again.
    expect(
      schemaDifference(readSchema(moved.db.$client), schemaAfter(tenantMigrations, tenantMigrations.length)),
    ).toBeNull();
    expect(moved.db.$client.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  test.each(CHANGES.map(([name, change]) => [name, change] as const))(
    "an archive with %s is rejected and leaves nothing behind",
    async (_, change) => {
      const path = await altered(change);
      const [before, staging] = [companies(), directories.next()];
      await expect(stage(path, staging)).rejects.toMatchObject({
        name: "BackupError",
        trouble: expect.stringMatching(/^(altered|damaged)$/),
      });
      await expect(bring(path)).rejects.toMatchObject({ name: "BackupError" });
      expect(companies()).toBe(before);
    },
  );

  test("an archive with a trigger in a session database is rejected", async () => {
    const file = `sessions/${filled.connectionId}/session.sqlite`;
    const path = await altered(
      (db) => db.exec("CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM credentials; END"),
      file,
    );
    await expect(stage(path)).rejects.toMatchObject({ trouble: "altered" });
    const table = await altered((db) => db.exec("CREATE TABLE extra (id INTEGER)"), file);
    await expect(stage(table)).rejects.toMatchObject({ trouble: "altered" });
  });

  test("an archive with a manipulated index that hides super users is rejected", async () => {
    const path = await altered((db) => {
      db.exec("CREATE INDEX hidden ON user (super) WHERE super <> 0");
      db.exec(MAKE_SUPER);
    });
    await expect(stage(path)).rejects.toMatchObject({ trouble: "altered" });
  });
});

/** Pseudo-random numbers, the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

test("an archive with any random schema change is rejected (15 changes; FUZZ=n for more)", async () => {
  const random = numbers(7);
  const next = (below: number) => random.next().value % below;
  for (let round = 0; round < Number(process.env["FUZZ"] ?? 15); round += 1) {
    const path = await altered((db) => {
      const names = (type: string) =>
        (
          db
            .prepare(
              "SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE '%search%' AND name NOT LIKE 'sqlite_%' ORDER BY name",
            )
            .all(type) as { name: string }[]
        ).map(({ name }) => name);
      const table = names("table").filter((name) => name !== "schema_migration")[next(40)] ?? "user";
      const columns = (db.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
      const column = columns[next(columns.length)] ?? "id";
      const event = ["INSERT", "UPDATE", "DELETE"][next(3)];
      const when = ["BEFORE", "AFTER"][next(2)];
      const body = [
        MAKE_SUPER,
        `DELETE FROM "${table}"`,
        "SELECT RAISE(IGNORE)",
        "INSERT INTO setting VALUES ('campaignsEnabled', 'true')",
      ][next(4)];
      const make = [
        () => db.exec(`CREATE TRIGGER x ${when} ${event} ON "${table}" BEGIN ${body}; END`),
        () => db.exec(`CREATE INDEX x ON "${table}" ("${column}") WHERE "${column}" IS NOT NULL`),
        () =>
          db.exec(`CREATE UNIQUE INDEX x ON "${table}" (length("${column}"), rowid)`.replace(", rowid", "")),
        () =>
          db.exec(
            `ALTER TABLE "${table}" ADD COLUMN x AS ("${column}") VIRTUAL`.replace(" x AS", " x TEXT AS"),
          ),
        () => db.exec(`CREATE VIEW x AS SELECT "${column}" FROM "${table}"`),
        () => db.exec(`DROP TRIGGER "${names("trigger")[next(names("trigger").length)]}"`),
        () => db.exec(`DROP INDEX "${names("index")[next(names("index").length)]}"`),
        () => rewrite(table, (sql) => sql.replace(/\)([^)]*)$/, " CHECK (1 = 1))$1"))(db),
        () => rewrite(table, (sql) => sql.replace("CREATE TABLE", "CREATE TABLE /* x */"))(db),
      ];
      try {
        make[next(make.length)]?.();
      } catch {
        db.pragma("writable_schema = RESET");
        db.exec(`CREATE TABLE x_${round} (id INTEGER)`);
      }
    });
    await expect(stage(path)).rejects.toMatchObject({ name: "BackupError" });
  }
}, 120_000);

describe("archive whose content differs from its manifest", () => {
  const lying = (manifest: (m: CompanyManifest) => void) => tampered({ manifest });
  const line = (name: string, size = 1) => `${JSON.stringify({ name, size, sha256: "x".repeat(64) })}\n`;

  test.each([...MANIFEST_CHANGES])("%s", async (_, change) => {
    await expect(stage(await lying(change))).rejects.toMatchObject({ name: "BackupError" });
  });

  test("an archive with media paths, endless lines or millions of names is rejected", async () => {
    const listed = (mediaList: string) =>
      tampered({ mediaList, manifest: (m) => Object.assign(m.media, { files: 1e9, bytes: 1e12 }) });
    for (const name of ["../x.jpg", "a/../../x", "/etc/passwd", "a//b", "..", "a\\..\\b", "x\0y", ".hidden"])
      await expect(stage(await listed(line(name)))).rejects.toMatchObject({ name: "BackupError" });
    await expect(stage(await listed(`{"name":"${"x".repeat(8_000_000)}"}`))).rejects.toThrow("too long");
    const staging = directories.next();
    const many = Array.from({ length: 100_002 }, (_, n) => line(`${n}/x.jpg`)).join("");
    await expect(stage(await listed(many), staging)).rejects.toThrow("not in the archive");
    expect(readdirSync(join(staging, "media"))).toEqual([]);
  }, 60_000);

  test("an archive with two entries of one name is rejected", async () => {
    const path = await tampered({});
    await addEntry(path, "company.sqlite.zst", "x", directories.path);
    await expect(stage(path)).rejects.toThrow("twice");
  });
});

test("database files at the schema of any earlier release are accepted", () => {
  for (let count = 1; count <= tenantMigrations.length; count += 1) {
    const db = openDatabase(":memory:", { durability: "normal" });
    for (let step = 1; step <= count; step += 1) migrate(db, tenantMigrations.slice(0, step), step);
    expect(schemaDifference(readSchema(db), schemaAfter(tenantMigrations, count))).toBeNull();
    db.close();
  }
});

test("a company cannot be imported with id 1, which is the provider's", async () => {
  const empty = await startTestApp({ directory: directories.next() });
  const options = { path: archive, passphrase: PASSPHRASE, start: true, jobs: [] };
  await expect(importCompany(empty.installation, options)).rejects.toThrow("not set up yet");
  expect(all(empty.installation.system, "SELECT id FROM company")).toEqual([]);
  await empty.stop();
});

test("a company whose file in the backup has an added trigger is not restored", async () => {
  const store = folderStore(join(elsewhere.directory, "backups"));
  run(filled.tenant.db, "CREATE TRIGGER evil AFTER UPDATE ON user BEGIN UPDATE user SET super = 1; END");
  await backUpApp(elsewhere, store);
  run(filled.tenant.db, "DROP TRIGGER evil");
  const found = await findRun(store, {});
  const options = { store, run: found, id: filled.tenant.id, passphrase: null, overwrite: true, jobs: [] };
  await expect(restoreCompanyFrom(elsewhere.installation, options)).rejects.toMatchObject({
    trouble: "altered",
  });
  const left = readdirSync(join(elsewhere.directory, "work")).filter((name) => !name.startsWith("lock."));
  expect(left).toEqual([]);
});
