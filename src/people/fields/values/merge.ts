import type { Db } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { StoredValue } from "./stored-form.ts";
import * as sql from "./values.sql.ts";

/** A value of a contact that was merged, as the merge stores it for its undo. */
export type MergedValue = StoredValue & { readonly fieldId: number };

/**
 * The survivor of a merge keeps its values and gets those it lacks (docs/rules/contacts.md#merge). Returns the values
 * of the loser, and the ids of those that moved.
 */
export function mergeValues(
  db: Db,
  both: { readonly survivorId: number; readonly loserId: number },
): { readonly values: readonly MergedValue[]; readonly movedIds: readonly number[] } {
  const values = queryAll(db, sql.storedOfContact, { contactId: both.loserId });
  const movedIds = values.length === 0 ? [] : queryAll(db, sql.moveValues, both).map(({ id }) => id);
  return { values, movedIds };
}

/** Undoes `mergeValues`: a moved value that was changed since stays with the survivor, too. */
export function unmergeValues(
  db: Db,
  survivorId: number,
  contactId: number,
  { values, movedIds }: ReturnType<typeof mergeValues>,
): void {
  execute(db, sql.deleteMoved, { survivorId, ids: JSON.stringify(movedIds) });
  for (const value of values) execute(db, sql.restoreValue, { contactId, ...value });
}
