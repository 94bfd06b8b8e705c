import type { Sqlite } from "#platform/db/open.ts";
import type { Secrets } from "#platform/secrets.ts";
import { tablesOf } from "./copy-database.ts";

/** What `Secrets.encrypt` answers, also inside a longer text. */
const SEALED = /v1\.[A-Za-z0-9_-]{38,}/g;

/** From which key to which. */
export interface Reseal {
  readonly from: Secrets;
  readonly to: Secrets;
}

/**
 * Every secret of a database under another key. Secrets are found by what they are, in whatever table they stand: only
 * what the old key opens is changed, so a text that merely looks like one stays.
 */
export function resealDatabase(db: Sqlite, { from, to }: Reseal): void {
  const again = (sealed: string): string => {
    try {
      return to.encrypt(from.decrypt(sealed));
    } catch {
      return sealed;
    }
  };
  db.function("resealed", { directOnly: true }, (value) =>
    typeof value === "string" ? value.replace(SEALED, again) : value,
  );
  db.transaction(() => {
    for (const table of tablesOf(db))
      for (const column of textColumns(db, table))
        db.prepare(
          `UPDATE "${table}" SET "${column}" = resealed("${column}")
             WHERE instr("${column}", 'v1.') > 0 AND resealed("${column}") <> "${column}"`,
        ).run();
  })();
}

const textColumns = (db: Sqlite, table: string): readonly string[] =>
  (db.pragma(`table_info("${table}")`) as { name: string; type: string }[])
    .filter(({ type }) => type === "TEXT" || type === "ANY")
    .map(({ name }) => name);
