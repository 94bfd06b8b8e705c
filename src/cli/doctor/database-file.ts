import { existsSync } from "node:fs";
import { type Migration, MigrationError, pendingMigrations } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import type { Check, Finding } from "./finding.ts";
import { findingsOf } from "./finding.ts";

export interface DatabaseFile {
  readonly path: string;
  readonly check: Check;
  readonly company?: number;
  /** Its migrations; a file without them has its own schema check. */
  readonly migrations?: readonly Migration[];
  /** Advice when it is damaged or missing. */
  readonly cure: string;
  /** Called when migrations are pending; when absent, pending migrations are a finding about this file. */
  readonly onPending?: () => void;
}

/** SQLite could not work on this machine; the state of the file is unknown. */
const REFUSED = /^SQLITE_(?:FULL|IOERR|CANTOPEN|PERM|READONLY|NOMEM)/;
const LOOK_AT_THE_MACHINE =
  "first check the free space, the permissions and the disk itself (journalctl -k), then run doctor again: the file may be intact";

/**
 * Opens the file read-only, also while a server writes it, and checks its integrity and schema. Calls `look` when it can be
 * read.
 */
export function* databaseFile(
  { path, check, company, migrations, cure, onPending }: DatabaseFile,
  look: (db: Sqlite) => Iterable<Finding> = () => [],
): Generator<Finding> {
  const finding = findingsOf(check, company);
  if (!existsSync(path)) {
    yield finding("error", `${path} is missing`, cure);
    return;
  }
  let db: Sqlite | undefined;
  try {
    db = openDatabase(path, { durability: "normal", readonly: true });
    const [damage] = db.pragma("quick_check(1)") as { quick_check: string }[];
    if (damage && damage.quick_check !== "ok") yield finding("error", `${path}: ${damage.quick_check}`, cure);
    const [stray] = db.pragma("foreign_key_check") as { table: string }[];
    if (stray)
      yield finding("error", `${path}: rows of ${stray.table} point to rows that do not exist`, cure);
    if (migrations && pendingMigrations(db, migrations).length > 0) {
      if (onPending) onPending();
      else
        yield finding(
          "warning",
          `${path}: written by an older release, migrations are pending`,
          "they run at the next start; balcao migrate runs them now, with the server stopped",
        );
    }
    yield* look(db);
  } catch (error) {
    yield error instanceof MigrationError
      ? finding(
          "error",
          `${path}: ${error.message}`,
          "start the release that wrote it, or restore a backup that this release can read; the company stays closed",
        )
      : finding(
          "error",
          `${path}: ${error instanceof Error ? error.message : String(error)}`,
          REFUSED.test((error as { code?: string }).code ?? "") ? LOOK_AT_THE_MACHINE : cure,
        );
  } finally {
    db?.close();
  }
}
