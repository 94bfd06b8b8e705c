import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { idsOfCell } from "#platform/cells.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import * as sql from "./company.sql.ts";

/** Present in the folder of a company until its row in the system file is committed, and from before its row is deleted. */
const UNFINISHED = "unfinished";

/** Directory of one company below the data directory. */
export const companyDirectory = (dataDirectory: string, id: number): string =>
  join(dataDirectory, "companies", String(id));

/**
 * The id of the next company, in the range of the cell (docs/rules/cells.md#ids). Skips an id whose folder exists without
 * a row (the system file was restored from an older backup), because its files belong to another company.
 */
export function nextCompanyId(system: Db, dataDirectory: string, cell: number): number {
  const { from, to } = idsOfCell(cell);
  let id = (queryOne(system, sql.lastCompanyId, { from, to })?.id ?? from - 1) + 1;
  while (existsSync(companyDirectory(dataDirectory, id))) {
    if (removeIfUnfinished(system, dataDirectory, id)) break;
    id += 1;
  }
  return id;
}

/**
 * Creates the folder of a company whose row is not committed yet. An existing folder is unchanged, so that a failure
 * never removes it.
 */
export function beginFolder(dataDirectory: string, id: number): void {
  const directory = companyDirectory(dataDirectory, id);
  if (existsSync(directory)) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, UNFINISHED), "");
}

/** Call it after the transaction that inserts the row: keeps the folder when the row was committed, removes it otherwise. */
export function settleFolder(system: Db, dataDirectory: string, id: number): void {
  if (removeIfUnfinished(system, dataDirectory, id)) return;
  rmSync(join(companyDirectory(dataDirectory, id), UNFINISHED), { force: true });
}

/**
 * Call it before the row of a company is deleted. Once the row is deleted, the next start on any machine removes the folder.
 */
export function beginRemoval(dataDirectory: string, id: number): void {
  const mark = join(companyDirectory(dataDirectory, id), UNFINISHED);
  if (!existsSync(companyDirectory(dataDirectory, id))) return;
  writeFileSync(mark, "");
  notePath(mark);
}

/** At a start: finishes or removes the folders of companies whose creation or removal a kill interrupted. */
export function settleFolders(system: Db, dataDirectory: string): void {
  const all = join(dataDirectory, "companies");
  if (!existsSync(all)) return;
  for (const name of readdirSync(all))
    if (/^[1-9]\d*$/.test(name) && existsSync(join(all, name, UNFINISHED)))
      settleFolder(system, dataDirectory, Number(name));
}

/** Removes a folder that `beginFolder` or `beginRemoval` marked, unless its company has a row. */
export function removeIfUnfinished(system: Db, dataDirectory: string, id: number): boolean {
  const directory = companyDirectory(dataDirectory, id);
  if (!existsSync(join(directory, UNFINISHED)) || queryOne(system, sql.companyExists, { id })) return false;
  rmSync(directory, { recursive: true });
  notePath(directory);
  return true;
}

/**
 * Companies whose database was not closed by the last process: its WAL still exists. Call it before any database is
 * opened.
 */
export function findUncleanShutdowns(dataDirectory: string): readonly number[] {
  const directory = join(dataDirectory, "companies");
  const ids = names(directory).filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => sizeOf(join(directory, id, "company.sqlite-wal")) > 0).map(Number);
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
