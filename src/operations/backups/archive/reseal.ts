import { SEALED, type Secrets, sealedBy } from "#platform/crypto/secrets.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { tablesOf } from "./copy-database.ts";

/** The old and the new key. */
export interface Reseal {
  readonly from: Secrets;
  readonly to: Secrets;
}

/**
 * Re-encrypts every secret of a database with another key; returns how many. Secrets are found by their format, in every
 * table: only values that the old key decrypts are changed, so a text that only looks like a secret is not changed, nor a secret that
 * the new key encrypted already.
 */
export function resealDatabase(db: Sqlite, { from, to }: Reseal): number {
  let changed = 0;
  teach(db, from, to.keyId);
  db.function("resealed", { directOnly: true }, (value) =>
    String(value).replace(SEALED, (sealed) => {
      const plain = sealedBy(sealed) === to.keyId ? undefined : opened(from, sealed);
      if (plain === undefined) return sealed;
      changed += 1;
      return to.encrypt(plain);
    }),
  );
  db.transaction(() => {
    for (const [table, column] of textColumns(db))
      db.prepare(`UPDATE "${table}" SET "${column}" = resealed("${column}") WHERE ${suspect(column)}`).run();
  })();
  return changed;
}

/**
 * Number of secrets that are not encrypted with the key `kept`; null = number of all secrets that `from` decrypts.
 */
export function countSealed(db: Sqlite, from: Secrets, kept: string | null): number {
  teach(db, from, kept);
  let count = 0;
  for (const [table, column] of textColumns(db))
    count += (
      db
        .prepare(
          `SELECT coalesce(sum(secrets_in("${column}")), 0) AS n FROM "${table}" WHERE ${suspect(column)}`,
        )
        .get() as { n: number }
    ).n;
  return count;
}

/** Condition for rows that may have a secret; only they are updated, so that triggers of other rows do not run. */
const suspect = (column: string) =>
  `(instr("${column}", 'v1.') > 0 OR instr("${column}", 'v2.') > 0) AND secrets_in("${column}") > 0`;

/** Registers an SQL function that counts the secrets of other keys in a text. */
function teach(db: Sqlite, from: Secrets, kept: string | null): void {
  const isOther = (sealed: string) =>
    (kept === null || sealedBy(sealed) !== kept) && opened(from, sealed) !== undefined;
  db.function("secrets_in", { directOnly: true }, (value) =>
    typeof value === "string" ? (value.match(SEALED) ?? []).filter(isOther).length : 0,
  );
}

function opened(from: Secrets, sealed: string): string | undefined {
  try {
    return from.decrypt(sealed);
  } catch {
    return undefined;
  }
}

const textColumns = (db: Sqlite): readonly (readonly [table: string, column: string])[] =>
  tablesOf(db).flatMap((table) =>
    (db.pragma(`table_info("${table}")`) as { name: string; type: string }[])
      .filter(({ type }) => type === "TEXT" || type === "ANY")
      .map(({ name }) => [table, name] as const),
  );
