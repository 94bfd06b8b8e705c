import { prepared, type Sqlite } from "#platform/db/open.ts";

/** Columns that can identify a person, by table; encrypted values are found by the id in the same row. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  signal_key: ["id"],
  journal: ["envelope"],
  missing: ["stanza", "envelope"],
  sent: ["chat", "readers"],
  chat: ["identity", "key"],
  devices: ["user"],
  group_info: ["metadata"],
  media: ["CAST(reference AS TEXT)"],
  phone_book: ["jid"],
};
/** Minimum length of a value, characters: shorter ones would match other people. */
const SHORTEST = 6;

/** Tables of the session file without data of other people. */
export const OF_OURSELVES: readonly string[] = ["own", "credentials", "seen"];
export const NAMING_TABLES: readonly string[] = Object.keys(NAMED_BY);

/**
 * Deletes all rows that name one of these identities: keys, messages stored for retries, references to files, the entry in
 * the phone book. The next message to or from the person begins a new Signal session.
 */
export function forgetPerson(db: Sqlite, values: readonly string[]): void {
  db.transaction(() => {
    for (const value of values)
      for (const [table, columns] of Object.entries(NAMED_BY)) {
        if (value.length < SHORTEST) continue;
        const where = columns.map((column) => `instr(${column}, @value) > 0`).join(" OR ");
        prepared(db, `DELETE FROM ${table} WHERE ${where}`).run({ value });
      }
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
}
