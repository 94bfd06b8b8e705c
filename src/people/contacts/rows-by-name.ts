import { all, type Db } from "#platform/db/database.ts";

/** Rows read at a time: a piece of a file, never the whole address book. */
const PIECE = 500;
const COLUMNS = "c.id, c.name, coalesce(c.number, '') AS number, c.email";
const ORDER = `ORDER BY c.name COLLATE NOCASE, c.id LIMIT ${PIECE}`;
// The first half is what the index is searched by; a row value would be compared row by row.
const AFTER = "c.name COLLATE NOCASE >= ?1 AND (c.name COLLATE NOCASE > ?1 OR c.id > ?2)";
const PEOPLE = `SELECT ${COLUMNS} FROM contact c WHERE c.is_group = 0 AND ${AFTER} ${ORDER}`;
const CHOSEN = `SELECT ${COLUMNS} FROM contact c WHERE c.id IN (SELECT value FROM json_each(?3)) AND ${AFTER} ${ORDER}`;
const EXTRAS = `SELECT contact_id AS contactId, name, value FROM contact_extra
  WHERE contact_id IN (SELECT value FROM json_each(?)) ORDER BY id`;

export interface ListedContact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  /** By lower-case name. */
  readonly extras: ReadonlyMap<string, string>;
}

/** People by name, in pieces; `ids` null = all of them (groups left out). */
export function* contactsByName(db: Db, ids: readonly number[] | null): Generator<readonly ListedContact[]> {
  let last: { readonly name: string; readonly id: number } | undefined = { name: "", id: 0 };
  while (last) {
    const rows: Omit<ListedContact, "extras">[] =
      ids === null
        ? all(db, PEOPLE, last.name, last.id)
        : all(db, CHOSEN, last.name, last.id, JSON.stringify(ids));
    const extras = new Map<number, Map<string, string>>();
    const found = all<{ contactId: number; name: string; value: string }>(
      db,
      EXTRAS,
      JSON.stringify(rows.map(({ id }) => id)),
    );
    for (const { contactId, name, value } of found) {
      const own = extras.get(contactId) ?? new Map<string, string>();
      own.set(name.toLowerCase(), value);
      extras.set(contactId, own);
    }
    yield rows.map((row) => ({ ...row, extras: extras.get(row.id) ?? new Map() }));
    last = rows.length === PIECE ? rows.at(-1) : undefined;
  }
}
