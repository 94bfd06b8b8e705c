import { query } from "#platform/db/query.ts";
import type { ListedContact } from "./export-csv.ts";

/** Maximum number of extra-information columns; the rarest names are left out. */
const MAX_EXTRAS = 50;
export const groupsOfContact = query<{ id: number }, { name: string }>(
  "SELECT g.name FROM group_member m JOIN contact g ON g.id = m.group_id WHERE m.contact_id = :id",
);
export const extraNames = query<
  Record<never, never>,
  { name: string }
>(`SELECT min(name) AS name FROM contact_extra GROUP BY lower(name)
  ORDER BY count(*) DESC, lower(name) LIMIT ${MAX_EXTRAS}`);
/** Rows read at a time, so that an export never holds the whole address book. */
export const ROWS_AT_A_TIME = 500;
const COLUMNS = `c.id, c.name, coalesce(c.number, '') AS number, c.email,
  coalesce((SELECT group_concat(i.kind || ':' || i.value, ' ' ORDER BY i.id) FROM contact_identity i
    WHERE i.contact_id = c.id AND i.former_at IS NULL), '') AS identities`;
const ORDER = `ORDER BY c.name COLLATE NOCASE, c.id LIMIT ${ROWS_AT_A_TIME}`;
// The first comparison lets SQLite search the index; with a row value `(name, id) > (…)` it would compare every row.
const AFTER = "c.name COLLATE NOCASE >= :name AND (c.name COLLATE NOCASE > :name OR c.id > :id)";
type Row = Omit<ListedContact, "extras">;
export const peopleByName = query<{ name: string; id: number }, Row>(
  `SELECT ${COLUMNS} FROM contact c WHERE c.is_group = 0 AND ${AFTER} ${ORDER}`,
);
export const chosenByName = query<{ name: string; id: number; ids: string }, Row>(
  `SELECT ${COLUMNS} FROM contact c WHERE c.id IN (SELECT value FROM json_each(:ids)) AND ${AFTER} ${ORDER}`,
);
export const extrasOf = query<
  { ids: string },
  { contactId: number; name: string; value: string }
>(`SELECT contact_id AS contactId, name, value FROM contact_extra
  WHERE contact_id IN (SELECT value FROM json_each(:ids)) ORDER BY id`);
