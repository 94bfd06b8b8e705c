import { migrationsIn } from "#migrations/in-folder.ts" with { type: "macro" };
import { type Migration, readSnapshot } from "#platform/db/migrate.ts";
import schema from "./schema.sql" with { type: "text" };

export const tenantMigrations: readonly Migration[] = migrationsIn("tenant");

/** For files that do not exist yet. */
export const tenantSnapshot = readSnapshot(schema);
