import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  readonly hidden: number;
}

const source = join(import.meta.dir, "../../src");
const tables: (readonly [string, SQLiteTable])[] = [];
for (const path of [...new Bun.Glob("**/schema.ts").scanSync(source)].sort()) {
  const exported: Record<string, unknown> = await import(join(source, path));
  for (const table of Object.values(exported))
    if (is(table, SQLiteTable)) tables.push([`${getTableConfig(table).name} of ${path}`, table]);
}
const databases: readonly Sqlite[] = [systemMigrations, tenantMigrations].map((migrations) => {
  const db = openDatabase(":memory:", { durability: "normal" });
  migrate(db, migrations, 0);
  return db;
});

describe("drizzle tables", () => {
  test.each(tables)("the drizzle table %s has the columns of the database", (_, table) => {
    const { name, columns } = getTableConfig(table);
    const real = databases
      .map((db) => db.pragma(`table_xinfo("${name}")`) as Column[])
      .find((found) => found.length > 0);
    const declared = new Set(columns.map((column) => column.name));
    // A generated column may serve an index only, so the code need not declare it.
    const stored = (real ?? []).filter((column) => column.hidden === 0 || declared.has(column.name));
    const inDatabase = stored.map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      required: column.notnull === 1 || column.pk > 0,
    }));
    const inCode = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull || column.primary || isKey(table, column.name),
    }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(inCode.sort(byName)).toEqual(inDatabase.sort(byName));
  });

  test("more than 5 drizzle tables are checked", () => {
    expect(tables.length).toBeGreaterThan(5);
  });
});

const isKey = (table: SQLiteTable, column: string): boolean =>
  getTableConfig(table).primaryKeys.some((key) => key.columns.some(({ name }) => name === column));
