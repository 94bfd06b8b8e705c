import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { reindexKeys } from "#accounts/api-keys/index.ts";
import { storeDigest } from "#accounts/companies/index.ts";
import { reindexLogins } from "#accounts/users/index.ts";
import { reindexMetaAccounts, reindexTokens } from "#channels/connections/index.ts";
import type { Row } from "#operations/backups/archive/manifest.ts";
import { stampAt } from "#operations/backups/run/runs.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import * as sql from "./restore.sql.ts";

export interface Placed {
  readonly id: number;
  readonly name: string;
  /** E-mail addresses that belong to other users: these users need another one. */
  readonly takenEmails: readonly string[];
  /** Connections whose send API token belongs to another connection. */
  readonly takenTokens: readonly string[];
}

/** Moves a staged company into place. Returns the path of the data that was there before; null = none. */
export function moveIntoPlace(installation: Installation, staged: string, id: number): string | null {
  const { dataDirectory, clock } = installation;
  const directory = companyDirectory(dataDirectory, id);
  const isThere = existsSync(directory);
  const aside = join(dataDirectory, `before-restore-${stampAt(clock.now())}`);
  if (isThere) {
    mkdirSync(join(aside, "companies"), { recursive: true, mode: 0o700 });
    renameSync(directory, join(aside, "companies", String(id)));
  }
  mkdirSync(join(dataDirectory, "companies"), { recursive: true, mode: 0o700 });
  renameSync(staged, directory);
  return isThere ? aside : null;
}

const OF_COMPANY = [
  "login",
  "connection_token",
  "api_key_owner",
  "company_digest",
  "company_figure",
  "company_day",
];

/**
 * Registers a company whose files were just moved into place: its logins, tokens and due jobs are read from its own database,
 * which is migrated and opened. Throws 503 ERR_TENANT_UNAVAILABLE.
 */
export function registerPlaced(installation: Installation, id: number, jobs: readonly string[]): Placed {
  const { system, tenants, clock } = installation;
  transaction(system, () => {
    for (const table of OF_COMPANY) execute(system, sql.deleteOfCompany(table), { id });
    // Unknown jobs are skipped: the list of an archive could have any length.
    for (const job of jobs) tenants.rescheduleWake(id, job, clock.now());
  });
  tenants.refresh(id);
  const tenant = tenants.open(id);
  const takenEmails = reindexLogins(tenant);
  reindexMetaAccounts(tenant);
  const takenTokens = reindexTokens(tenant);
  reindexKeys(tenant);
  storeDigest(tenant);
  return { id, name: tenant.company.name, takenEmails, takenTokens };
}

/** The plan of an archive: the existing one of the same name, else a new one that sign-up does not offer. */
export function planFor(system: Db, plan: Row): number {
  const known = queryOne(system, sql.planByName, { name: String(plan["name"]) });
  return known?.id ?? insertRow(system, "plan", { ...plan, id: null, public: 0 });
}

const columnsOf = (system: Db, table: "company" | "plan", row: Row): readonly string[] =>
  queryAll(system, sql.columnNames, { table })
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(row, name));

const valuesOf = (columns: readonly string[], row: Row) =>
  Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));

/** Inserts a row of another release without columns unknown to this one. Returns its id. */
export function insertRow(system: Db, table: "company" | "plan", row: Row): number {
  const columns = columnsOf(system, table, row);
  return execute(system, sql.insertRow(table, columns), valuesOf(columns, row)).id;
}

/** Overwrites a row with the values that `insertRow` would insert. */
export function updateRow(system: Db, table: "company" | "plan", id: number, row: Row): void {
  const columns = columnsOf(system, table, row).filter((name) => name !== "id");
  execute(system, sql.updateRow(table, columns), { ...valuesOf(columns, row), id });
}
