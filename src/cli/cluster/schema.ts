import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";

/** Number of migrations that this program knows, by kind of database. */
export const SCHEMA = { system: systemMigrations.length, company: tenantMigrations.length };
