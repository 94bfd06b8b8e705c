import { and, asc, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { canSee } from "./policy.ts";
import { type ContactImport, contactImport, contactImportProblem } from "./schema.ts";

export const importById = (db: Db, id: number): ContactImport | undefined =>
  db.select().from(contactImport).where(eq(contactImport.id, id)).get();

/** An import that this user may see. Throws 404 ERR_NOT_FOUND. */
export function visibleImport({ tenant, actor }: UserCtx, id: number): ContactImport {
  const found = importById(tenant.db, id);
  if (!found || !canSee(actor, found)) throw notFound();
  return found;
}

/** The import whose file is being read or whose rows are being processed. */
export const unfinishedImport = (db: Db): ContactImport | undefined =>
  db.select().from(contactImport).where(isNotNull(contactImport.busy)).get();

/** The running import, if this user may see it; a dry run does not count. */
export function runningImport({ tenant, actor }: UserCtx): ContactImport | undefined {
  const busy = unfinishedImport(tenant.db);
  return busy && !busy.dryRun && canSee(actor, busy) ? busy : undefined;
}

/** Newest first, without dry runs; into the contacts (`contactListId` null) or one list. */
export const latestImports = (db: Db, contactListId: number | null, limit: number): ContactImport[] =>
  db
    .select()
    .from(contactImport)
    .where(
      and(
        eq(contactImport.dryRun, false),
        contactListId === null
          ? isNull(contactImport.contactListId)
          : eq(contactImport.contactListId, contactListId),
      ),
    )
    .orderBy(desc(contactImport.id))
    .limit(limit)
    .all();

/** Rows that were skipped, after row `afterRow`. */
export const problemsOf = (db: Db, importId: number, afterRow: number, limit: number) =>
  db
    .select({
      row: contactImportProblem.row,
      reason: contactImportProblem.reason,
      cells: contactImportProblem.cells,
    })
    .from(contactImportProblem)
    .where(and(eq(contactImportProblem.importId, importId), gt(contactImportProblem.row, afterRow)))
    .orderBy(asc(contactImportProblem.row))
    .limit(limit)
    .all();
