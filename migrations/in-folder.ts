import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Migration } from "#platform/db/migrate.ts";

const FILE = /^\d{4}_\w+\.sql$/;

/**
 * The migrations of a folder, in the order of their numbers. A macro: it runs when Bun loads the source or builds the binary, and its
 * result replaces the call. Forward only: a file is never changed after a release.
 */
export function migrationsIn(folder: "system" | "tenant"): readonly Migration[] {
  const path = join(import.meta.dir, folder);
  return readdirSync(path)
    .filter((name) => FILE.test(name))
    .sort()
    .map((name) => ({ name: name.slice(0, -".sql".length), sql: readFileSync(join(path, name), "utf8") }));
}
