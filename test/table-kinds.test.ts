import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { features, systemTables } from "#features.ts";

const schema = readFileSync(join(import.meta.dir, "../migrations/system/schema.sql"), "utf8");
const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table = ""]) => table);
/** Tables that reference a table: their rows need the rows of that one. */
const referencing = (table: string) =>
  schema
    .split(/^CREATE /m)
    .filter((statement) => statement.startsWith("TABLE ") && statement.includes(`REFERENCES ${table} (`))
    .map((statement) => statement.split(" ")[1] ?? "");

test("every table of the system file is declared once as shared, of a company or of the cell", () => {
  const kinds = systemTables();
  expect(tables.length).toBeGreaterThan(40);
  expect([...kinds.keys()].toSorted()).toEqual(tables.toSorted());
  const declared = features.flatMap((feature) => [
    ...(feature.companyTables ?? []),
    ...(feature.keptCompanyTables ?? []),
    ...(feature.cellTables ?? []),
    ...(feature.sharedTables ?? []).map(({ table }) => table),
  ]);
  expect(declared.length).toBe(new Set(declared).size);
});

test("the rows of a company reference only shared rows and rows of the company, so that it can be moved", () => {
  const kinds = systemTables();
  for (const table of tables.filter((name) => kinds.get(name) === "cell"))
    expect([table, referencing(table).filter((name) => kinds.get(name) !== "cell")]).toEqual([table, []]);
});

test("shared rows reference only shared rows, so that they can be copied to a cell without companies", () => {
  const kinds = systemTables();
  for (const table of tables.filter((name) => kinds.get(name) !== "shared"))
    expect([table, referencing(table).filter((name) => kinds.get(name) === "shared")]).toEqual([table, []]);
});
