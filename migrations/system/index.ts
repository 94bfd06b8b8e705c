import { migrationsIn } from "#migrations/in-folder.ts" with { type: "macro" };
import { type Migration, readSnapshot } from "#platform/db/migrate.ts";
import schema from "./schema.sql" with { type: "text" };

export const systemMigrations: readonly Migration[] = migrationsIn("system");

/** For files that do not exist yet. */
export const systemSnapshot = readSnapshot(schema);
