import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import * as sql from "./exports.sql.ts";

export interface ListedContact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  /** By name in lower case. */
  readonly extras: ReadonlyMap<string, string>;
}

/** People by name, in blocks of `ROWS_AT_A_TIME`; `ids` null = all people (without groups). */
export function* contactsByName(db: Db, ids: readonly number[] | null): Generator<readonly ListedContact[]> {
  let last: { readonly name: string; readonly id: number } | undefined = { name: "", id: 0 };
  while (last) {
    const rows: Omit<ListedContact, "extras">[] =
      ids === null
        ? queryAll(db, sql.peopleByName, last)
        : queryAll(db, sql.chosenByName, { ...last, ids: JSON.stringify(ids) });
    const extras = new Map<number, Map<string, string>>();
    const found = queryAll(db, sql.extrasOf, { ids: JSON.stringify(rows.map(({ id }) => id)) });
    for (const { contactId, name, value } of found) {
      const own = extras.get(contactId) ?? new Map<string, string>();
      own.set(name.toLowerCase(), value);
      extras.set(contactId, own);
    }
    yield rows.map((row) => ({ ...row, extras: extras.get(row.id) ?? new Map() }));
    last = rows.length === sql.ROWS_AT_A_TIME ? rows.at(-1) : undefined;
  }
}
