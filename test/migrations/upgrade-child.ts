/** Upgrades one company file and prints `begins` before: a program of its own, for tests that kill it. */
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import { upgradedTenantMigrations } from "./older-data.ts";

const [path = ""] = process.argv.slice(2);
const db = openDatabase(path, { durability: "full" });
console.log("begins");
migrate(db, upgradedTenantMigrations, Date.now(), { path });
db.close();
