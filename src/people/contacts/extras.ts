import { type Db, run } from "#platform/db/database.ts";

interface TypedExtra {
  readonly id?: number | undefined;
  readonly name: string;
  readonly value: string;
}

const KEEP_ONLY = `DELETE FROM contact_extra WHERE contact_id = ?1
  AND id NOT IN (SELECT value FROM json_each(?2) WHERE value IS NOT NULL)`;
const CHANGE = "UPDATE contact_extra SET name = ?, value = ? WHERE id = ? AND contact_id = ?";
const INSERT = "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, ?, ?)";

/** Makes the extra information of a contact exactly this list; rows named by their id keep it. */
export function replaceExtras(db: Db, contactId: number, extras: readonly TypedExtra[]): void {
  run(db, KEEP_ONLY, contactId, JSON.stringify(extras.map(({ id }) => id ?? null)));
  for (const { id, name, value } of extras) {
    const known = id !== undefined && run(db, CHANGE, name, value, id, contactId).changes > 0;
    if (!known) run(db, INSERT, contactId, name, value);
  }
}
