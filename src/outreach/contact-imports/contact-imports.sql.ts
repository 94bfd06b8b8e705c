import { query } from "#platform/db/query.ts";
import type { contactImportProblem } from "./schema.ts";

/** Number of finished imports whose reports are stored. */
const KEPT = 50;

export const insertProblem = query<
  Omit<typeof contactImportProblem.$inferSelect, "cells"> & { cells: string }
>(
  "INSERT OR REPLACE INTO contact_import_problem (import_id, row, reason, cells) VALUES (:importId, :row, :reason, :cells)",
);
export const deleteOld = query(`DELETE FROM contact_import WHERE busy IS NULL
  AND id NOT IN (SELECT id FROM contact_import ORDER BY id DESC LIMIT ${KEPT})`);

/** Reduces the stored cells, which contain numbers as typed, to their digits for the comparison. */
const digits = (column: string): string =>
  [" ", "-", "(", ")", "+", ".", "/"].reduce((text, sign) => `replace(${text}, '${sign}', '')`, column);

export const deleteProblemsByPhone = query<{ ending: string }>(
  `DELETE FROM contact_import_problem WHERE instr(${digits("cells")}, :ending) > 0`,
);
export const clearPreviewsByPhone = query<{ ending: string }>(
  `UPDATE contact_import SET preview = '[]' WHERE busy IS NULL AND instr(${digits("preview")}, :ending) > 0`,
);
export const deleteProblemsByEmail = query<{ email: string }>(
  "DELETE FROM contact_import_problem WHERE instr(lower(cells), :email) > 0",
);
export const clearPreviewsByEmail = query<{ email: string }>(
  "UPDATE contact_import SET preview = '[]' WHERE busy IS NULL AND instr(lower(preview), :email) > 0",
);
