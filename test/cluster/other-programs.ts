import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const COPIED = ["src", "migrations", "package.json", "tsconfig.json"];
const LINKED = ["node_modules", "web", "simulator", "types", "bunfig.toml"];

/** The table that migration `number` adds, and how many rows it fills in; its batch has many parts. */
export const tableOf = (number: number): string => `added_${number}`;
export const ADDED_ROWS = 15_000;

const MIGRATIONS = "migrations/tenant";

/** Makes a version of the product with this many more migrations of a company's file; returns its command line. */
export function newerProgram(folder: string, migrations: number, rows = ADDED_ROWS): readonly string[] {
  const place = copyProgram(join(folder, `version-${migrations}`));
  for (let number = 1; number <= migrations; number += 1) {
    const name = `9${String(number).padStart(3, "0")}_add_${number}.sql`;
    writeFileSync(join(place, MIGRATIONS, name), migration(tableOf(number), rows));
  }
  return lineOf(place);
}

/** Makes a version of the product without the last migration of a company's file; returns its command line. */
export function olderProgram(folder: string): readonly string[] {
  const place = copyProgram(join(folder, "older"));
  const files = join(place, MIGRATIONS);
  const last = readdirSync(files)
    .filter((name) => /^\d.*\.sql$/.test(name))
    .toSorted()
    .at(-1);
  if (last === undefined) throw new Error(`${MIGRATIONS} has no migration`);
  rmSync(join(files, last));
  return lineOf(place);
}

const lineOf = (place: string): readonly string[] => [process.execPath, join(place, "src/main.ts")];

function copyProgram(place: string): string {
  mkdirSync(place, { recursive: true });
  for (const name of COPIED) cpSync(join(root, name), join(place, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(root, name), join(place, name));
  return place;
}

const migration = (
  table: string,
  rows: number,
): string => `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, body BLOB) STRICT;
WITH RECURSIVE counted (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM counted WHERE id < ${rows})
INSERT INTO ${table} SELECT id, randomblob(700) FROM counted;
`;
