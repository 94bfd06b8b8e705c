import { rmSync } from "node:fs";
import { join } from "node:path";
import type { OpenCopy } from "#cluster/node/check-copy.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { MigrationError, pendingMigrations } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";

const COMPANY = /^companies\/\d+\/company\.sqlite$/;

/** Opens databases of a standby's copy for reading and compares their schema with the migrations of this program. */
export const createOpenCopy =
  (directory: string): OpenCopy =>
  (path) => {
    const migrations =
      path === "system.sqlite" ? systemMigrations : COMPANY.test(path) ? tenantMigrations : null;
    if (!migrations) return null;
    const name = join(directory, path);
    try {
      const db = openDatabase(name, { durability: "normal", readonly: true });
      try {
        pendingMigrations(db, migrations);
        return null;
      } finally {
        db.close();
      }
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      return `its program is older than the files (${path}): upgrade it`;
    } finally {
      // SQLite creates these files when it reads a database. They must not stay, because redo writes into the database file
      // itself.
      for (const suffix of ["-wal", "-shm"]) rmSync(name + suffix, { force: true });
    }
  };
