import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { shippedFiles } from "#platform/db/ship/rejoin.ts";

/** The database file of a company, below the data directory of a node. */
export const companyFile = (id: number): string => `companies/${id}/company.sqlite`;
/** That of the super user. */
export const COMPANY = companyFile(1);

/** Opens a copy of a database file into which its write-ahead log was checkpointed. */
function folded<T>(path: string, use: (db: Sqlite, file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "balcao-fold-"));
  const copy = join(folder, "copy.sqlite");
  copyFileSync(path, copy);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  const db = openDatabase(copy, { durability: "normal" });
  db.pragma("wal_checkpoint(TRUNCATE)");
  const result = use(db, copy);
  if (db.open) db.close();
  rmSync(folder, { recursive: true });
  return result;
}

/** Files whose bytes differ between the owner (checkpointed) and the standby; neither writes meanwhile. */
export function differentFiles(owner: string, standby: string): readonly string[] {
  return shippedFiles(owner).filter((path) => {
    const wanted = folded(join(owner, path), (db, file) => {
      db.close();
      return Bun.hash(readFileSync(file));
    });
    const copy = join(standby, path);
    return !existsSync(copy) || Bun.hash(readFileSync(copy)) !== wanted;
  });
}

/** Problems that SQLite finds in the files of a node. */
export const damage = (directory: string): readonly string[] =>
  shippedFiles(directory).flatMap((path) =>
    folded(join(directory, path), (db) => {
      const integrity = db.pragma("integrity_check", { simple: true });
      const keys = db.pragma("foreign_key_check") as unknown[];
      return [
        ...(integrity === "ok" ? [] : [`${path}: ${integrity}`]),
        ...keys.map((key) => `${path}: ${JSON.stringify(key)}`),
      ];
    }),
  );

/** Rows of one query against a checkpointed copy. */
export const rowsOf = <Row>(directory: string, path: string, sql: string): Row[] =>
  folded(join(directory, path), (db) => db.prepare(sql).all() as Row[]);
