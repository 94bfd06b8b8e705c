/** Upgrades one company file and says when it begins: a program of its own, for tests that kill it. */
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";

const [path = ""] = process.argv.slice(2);
const db = openDatabase(path, { durability: "full" });
console.log("begins");
migrate(db, tenantMigrations, Date.now(), path);
db.close();
