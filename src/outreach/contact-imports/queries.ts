import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RowProblem } from "./contract.ts";
import { canSee } from "./policy.ts";
import { type ContactImport, contactImport } from "./schema.ts";

const { columns, read } = rowReader(contactImport);
const BY_ID = `SELECT ${columns} FROM contact_import WHERE id = ?`;
const BUSY = `SELECT ${columns} FROM contact_import WHERE busy IS NOT NULL`;
const LATEST = `SELECT ${columns} FROM contact_import WHERE dry_run = 0 AND contact_list_id IS ?
  ORDER BY id DESC LIMIT ?`;
const PROBLEMS = `SELECT row, reason, cells FROM contact_import_problem WHERE import_id = ? AND row > ? ORDER BY row LIMIT ?`;

/** JSON columns come as text from hand-written statements. */
function parsed(row: unknown): ContactImport {
  const found = read(row) as ContactImport;
  const lists = ["columns", "mapping", "preview"] as const;
  return { ...found, ...Object.fromEntries(lists.map((key) => [key, JSON.parse(String(found[key]))])) };
}

export function importById(db: Db, id: number): ContactImport | undefined {
  const row = one(db, BY_ID, id);
  return row === undefined ? undefined : parsed(row);
}

/** An import this person may see. Throws 404 ERR_NOT_FOUND. */
export function visibleImport({ tenant, actor }: UserCtx, id: number): ContactImport {
  const found = importById(tenant.db, id);
  if (!found || !canSee(actor, found)) throw notFound();
  return found;
}

/** The one being read or worked off. */
export function unfinishedImport(db: Db): ContactImport | undefined {
  const row = one(db, BUSY);
  return row === undefined ? undefined : parsed(row);
}

/** The running import, if this user may see it; a dry run does not count. */
export function runningImport({ tenant, actor }: UserCtx): ContactImport | undefined {
  const busy = unfinishedImport(tenant.db);
  return busy && !busy.dryRun && canSee(actor, busy) ? busy : undefined;
}

/** Newest first, without dry runs; into the contacts (`contactListId` null) or one list. */
export const latestImports = (db: Db, contactListId: number | null, limit: number): ContactImport[] =>
  all(db, LATEST, contactListId, limit).map(parsed);

export interface Problem {
  readonly row: number;
  readonly reason: RowProblem;
  readonly cells: readonly string[];
}

/** Rows that were skipped, after row `afterRow`. */
export const problemsOf = (db: Db, importId: number, afterRow: number, limit: number): Problem[] =>
  all<{ row: number; reason: RowProblem; cells: string }>(db, PROBLEMS, importId, afterRow, limit).map(
    ({ row, reason, cells }) => ({ row, reason, cells: JSON.parse(cells) as string[] }),
  );
