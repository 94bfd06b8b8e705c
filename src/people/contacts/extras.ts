import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./contacts.sql.ts";

interface TypedExtra {
  readonly id?: number | undefined;
  readonly name: string;
  readonly value: string;
}

/** Replaces the extra information of a contact by this list; entries with an id keep their row. */
export function replaceExtras(db: Db, contactId: number, extras: readonly TypedExtra[]): void {
  execute(db, sql.deleteOtherExtras, { contactId, ids: JSON.stringify(extras.map(({ id }) => id ?? null)) });
  for (const { id, name, value } of extras) {
    const known =
      id !== undefined && execute(db, sql.updateExtra, { name, value, id, contactId }).changes > 0;
    if (!known) execute(db, sql.insertExtra, { contactId, name, value });
  }
}
