import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import type { CompanyRows } from "./copy-company.ts";
import { BackupError } from "./errors.ts";
import type { Row } from "./manifest.ts";

/** Reads the system file of an installation, also while a server runs. */
export function withSystem<T>(dataDirectory: string, work: (system: Sqlite) => T): T {
  let system: Sqlite;
  try {
    system = openDatabase(join(dataDirectory, "system.sqlite"), { durability: "normal", readonly: true });
  } catch (error) {
    throw new BackupError(`${dataDirectory}: system.sqlite cannot be opened: ${(error as Error).message}`);
  }
  try {
    return work(system);
  } finally {
    system.close();
  }
}

/** Ids and names of all companies that are not in the bin. */
export const companiesOf = (system: Sqlite): readonly { readonly id: number; readonly name: string }[] =>
  (system.prepare("SELECT * FROM company ORDER BY id").all() as Row[])
    .filter((row) => row["removed_at"] === null || row["removed_at"] === undefined)
    .map((row) => ({ id: Number(row["id"]), name: String(row["name"]) }));

/** Rows of a company in the system database; throws BackupError when there is no such company. */
export function companyRows(system: Sqlite, id: number): CompanyRows {
  const company = system.prepare("SELECT * FROM company WHERE id = ?").get(id) as Row | undefined;
  if (!company) throw new BackupError(`there is no company ${id}`);
  const plan = system.prepare("SELECT * FROM plan WHERE id = ?").get(Number(company["plan_id"])) as Row;
  const due = system
    .prepare("SELECT job, at FROM scheduled_wakeup WHERE company_id = ? ORDER BY job")
    .all(id);
  return { company, plan, due: due as CompanyRows["due"] };
}
