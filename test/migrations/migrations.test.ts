import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemMigrations, systemSnapshot } from "#migrations/system/index.ts";
import { tenantMigrations, tenantSnapshot } from "#migrations/tenant/index.ts";
import { fakeClock } from "#platform/clock.ts";
import { describeSchema } from "#platform/db/describe-schema.ts";
import { type Migration, MigrationError, migrate, type Snapshot } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { testCompany } from "#test/helpers/installation.ts";

const kinds: readonly (readonly [string, readonly Migration[], Snapshot])[] = [
  ["system", systemMigrations, systemSnapshot],
  ["tenant", tenantMigrations, tenantSnapshot],
];
const repository = join(import.meta.dir, "../..");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-migrations-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

let files = 0;
const open = (path?: string): Sqlite => {
  files += 1;
  return openDatabase(path ?? join(directory, `${files}.sqlite`), { durability: "normal" });
};
const start = () =>
  startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET: "a key that only the tests know, 32 long" }),
    clock: fakeClock(),
    log: createLog("silent"),
  });

/** Everything in a database: its objects in SQLite's order, and all rows, those of search indexes included. */
function contentOf(db: Sqlite): unknown {
  const objects = db
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    .all() as { type: string; name: string; tbl_name: string; sql: string }[];
  const triggers = db
    .prepare("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger' ORDER BY tbl_name, rowid")
    .all();
  const rows = objects
    .filter(({ type, sql }) => type === "table" && !sql.startsWith("CREATE VIRTUAL"))
    .map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]);
  return {
    objects,
    triggers,
    rows,
    settings: ["user_version", "auto_vacuum", "encoding"].map((key) => db.pragma(key)),
  };
}

describe.each(kinds)("the %s database", (kind, migrations, snapshot) => {
  test("a new database created from the snapshot equals one made by all migrations: objects, order of triggers and rows", () => {
    const [quick, slow] = [open(), open()];
    expect(migrate(quick, migrations, 7, { snapshot })).toEqual(migrate(slow, migrations, 7));
    expect(snapshot.after).toBe(migrations.at(-1)?.name ?? "");
    expect(contentOf(quick)).toEqual(contentOf(slow));
    expect(quick.pragma("integrity_check", { simple: true })).toBe("ok");
    quick.close();
    slow.close();
  });

  test("migrations after the snapshot are applied to a new database", () => {
    const [quick, slow] = [open(), open()];
    const next = { name: "9999_add_note", sql: "CREATE TABLE note (id INTEGER PRIMARY KEY) STRICT" };
    migrate(quick, [...migrations, next], 7, { snapshot });
    migrate(slow, [...migrations, next], 7);
    expect(contentOf(quick)).toEqual(contentOf(slow));
    quick.close();
    slow.close();
  });

  test("a new database equals one migrated step by step", () => {
    const [fresh, stepwise] = [open(), open()];
    migrate(fresh, migrations, 0);
    for (let count = 1; count <= migrations.length; count += 1)
      migrate(stepwise, migrations.slice(0, count), 0);
    expect(describeSchema(stepwise)).toBe(describeSchema(fresh));
    fresh.close();
    stepwise.close();
  });

  test("an up-to-date database is not changed", () => {
    const path = join(directory, "again.sqlite");
    const db = open(path);
    migrate(db, migrations, 1, { path });
    db.pragma("wal_checkpoint(TRUNCATE)");
    const before = readFileSync(path);
    expect(migrate(db, migrations, 2, { path })).toEqual([]);
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(directory).filter((name) => name.includes("before"))).toEqual([]);
  });

  test("a database of an older release is upgraded and a copy of its former state is kept", () => {
    const path = join(directory, "old.sqlite");
    const next: Migration = {
      name: "9999_add_note",
      sql: "CREATE TABLE note (id INTEGER PRIMARY KEY) STRICT",
    };
    const db = open(path);
    migrate(db, migrations, 1, { path });
    expect(migrate(db, [...migrations, next], 2, { path })).toEqual(["9999_add_note"]);
    const copy = open(`${path}.before-9999_add_note`);
    const schemaOf = (one: Sqlite) => describeSchema(one).includes("CREATE TABLE note");
    expect([schemaOf(db), schemaOf(copy)]).toEqual([true, false]);
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    copy.close();
    db.close();
  });

  test("every migration has a file, listed in the order of its number", () => {
    const listed = migrations.map(({ name }) => `${name}.sql`);
    const kept = readdirSync(join(repository, "migrations", kind)).filter((name) => /^\d/.test(name));
    expect(kept.sort()).toEqual(listed);
    const numbers = listed.map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });
});

describe("a database of a newer release", () => {
  const makeNewer = (path: string) => {
    const db = open(path);
    db.prepare("INSERT INTO schema_migration VALUES (9999, '9999_from_the_future', 'x', 0)").run();
    db.close();
  };

  test("a system database of a newer release stops the start with a reason", () => {
    start().close();
    makeNewer(join(directory, "system.sqlite"));
    expect(start).toThrow(MigrationError);
    expect(start).toThrow(/newer than this program.*9999_from_the_future/);
  });

  test("a company whose database is of a newer release is not opened, and the other companies are", () => {
    const first = start();
    const [newer, fine] = [testCompany(first.installation), testCompany(first.installation)];
    first.close();
    makeNewer(join(newer.directory, "company.sqlite"));
    const second = start();
    const { tenants } = second.installation;
    expect(() => tenants.open(newer.id)).toThrow("ERR_TENANT_UNAVAILABLE");
    expect(tenants.quarantined().get(newer.id)).toContain("9999_from_the_future");
    expect(tenants.open(fine.id).company.name).toBe(fine.company.name);
    expect(existsSync(join(newer.directory, "company.sqlite"))).toBe(true);
    second.close();
  });
});
