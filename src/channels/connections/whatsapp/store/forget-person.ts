import { prepared, type Sqlite } from "#platform/db/open.ts";

/** Every column that can name a person, by table; sealed values are found by the id beside them. */
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
/** Shorter ones would hit strangers. */
const SHORTEST = 6;

/** Tables of the session file that hold nothing of other people. */
export const OF_OURSELVES: readonly string[] = ["own", "credentials", "seen"];
export const NAMING_TABLES: readonly string[] = Object.keys(NAMED_BY);

/**
 * Removes whatever names one of these identities: keys, what was sent to them and is kept for repeats, references to
 * their files, their entry of the phone's book. The next message begins a new session of keys by itself.
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
