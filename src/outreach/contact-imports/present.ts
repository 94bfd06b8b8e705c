import type { Db } from "#platform/db/database.ts";
import type { ImportAnswer, ImportSummary } from "./contract.ts";
import { problemsOf } from "./queries.ts";
import type { ContactImport } from "./schema.ts";

/** Maximum number of skipped rows in a response; the report has all. */
const SHOWN = 1000;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const presentSummary = (row: ContactImport): ImportSummary => ({
  id: row.id,
  state: row.state,
  dryRun: row.dryRun,
  source: row.source,
  fileName: row.fileName,
  userId: row.userId,
  contactListId: row.contactListId,
  total: row.total,
  done: row.done,
  created: row.created,
  updated: row.updated,
  duplicates: row.duplicates,
  invalidCount: row.invalid,
  createdAt: new Date(row.createdAt).toISOString(),
  startedAt: instant(row.startedAt),
  finishedAt: instant(row.finishedAt),
});

export const presentImport = (db: Db, row: ContactImport): ImportAnswer => ({
  ...presentSummary(row),
  columns: [...row.columns],
  mapping: [...row.mapping],
  preview: [...row.preview],
  invalid: problemsOf(db, row.id, 0, SHOWN).map(({ cells, ...problem }) => ({
    ...problem,
    cells: [...cells],
  })),
});
