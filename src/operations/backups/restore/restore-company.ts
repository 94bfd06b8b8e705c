import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { reindexKeys } from "#accounts/api-keys/index.ts";
import { holdCompany, storeDigest, withFreeName } from "#accounts/companies/index.ts";
import { nextPlanId } from "#accounts/plans/index.ts";
import { reindexLogins } from "#accounts/users/index.ts";
import { reindexMetaAccounts, reindexTokens } from "#channels/connections/index.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { CompanyManifest, Row, RunManifest } from "#operations/backups/archive/manifest.ts";
import { fingerprint } from "#operations/backups/archive/passphrase.ts";
import { resealStaged, type Staged, stageCompany } from "#operations/backups/archive/stage.ts";
import { inBackup } from "#operations/backups/archive/tar.ts";
import { stampAt } from "#operations/backups/run/runs.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { withDraftFile } from "#operations/backups/work-directory.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import { companyNameKey } from "#tenants/company-rows.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { Reserved } from "#tenants/reserve.ts";
import * as sql from "./restore.sql.ts";
import { openKey } from "./restore.ts";

export interface Placed {
  readonly id: number;
  readonly name: string;
  /** E-mail addresses that belong to other users: these users need another one. */
  readonly takenEmails: readonly string[];
  /** Connections whose send API token belongs to another connection. */
  readonly takenTokens: readonly string[];
}

/**
 * Moves a staged company into place; the caller then stores its files in the replication log. Returns the path of the former data, or
 * null when there was none.
 */
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
 * which is migrated and opened. Throws 503 ERR_TENANT_UNAVAILABLE, 503 ERR_NOT_DURABLE.
 */
export async function registerPlaced(
  installation: Installation,
  id: number,
  jobs: readonly string[],
): Promise<Placed> {
  const { system, tenants, clock } = installation;
  transaction(system, () => {
    for (const table of OF_COMPANY) execute(system, sql.deleteOfCompany(table), { id });
    // Unknown jobs are skipped: the list of an archive could have any length.
    for (const job of jobs) tenants.rescheduleWake(id, job, clock.now());
  });
  tenants.refresh(id);
  const tenant = tenants.open(id);
  const takenEmails = await reindexLogins(tenant);
  await reindexMetaAccounts(tenant);
  const takenTokens = await reindexTokens(tenant);
  await reindexKeys(tenant);
  storeDigest(tenant);
  return { id, name: tenant.company.name, takenEmails, takenTokens };
}

/** The plan of an archive: the existing one of the same name, else a new one that sign-up does not offer. */
export function planFor(system: Db, plan: Row): number {
  const known = queryOne(system, sql.planByName, { name: String(plan["name"]) });
  return known?.id ?? insertRow(system, "plan", { ...plan, id: nextPlanId(system), public: 0 });
}

const columnsOf = (system: Db, table: "company" | "plan", row: Row): readonly string[] =>
  queryAll(system, sql.columnNames, { table })
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(row, name));

const valuesOf = (columns: readonly string[], row: Row) =>
  Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));

/** Inserts the row of a company; `reserved` covers its name. Returns its id. */
export function insertCompanyRow(system: Db, reserved: Reserved, row: Row): number {
  reserved.cover(companyNameKey(String(row["name"])));
  return insertRow(system, "company", row);
}

/** Inserts a row of another release without columns unknown to this one. Returns its id. */
function insertRow(system: Db, table: "company" | "plan", row: Row): number {
  const columns = columnsOf(system, table, row);
  return execute(system, sql.insertRow(table, columns), valuesOf(columns, row)).id;
}

/** Overwrites a row with the values that `insertRow` would insert. */
function updateRow(system: Db, table: "company" | "plan", id: number, row: Row): void {
  const columns = columnsOf(system, table, row).filter((name) => name !== "id");
  execute(system, sql.updateRow(table, columns), { ...valuesOf(columns, row), id });
}

/** The installation into which a company is restored. */
export type Place = Pick<Installation, "dataDirectory" | "secrets">;

interface StageCompanyOptions {
  readonly store: Store;
  readonly run: RunManifest;
  readonly id: number;
  readonly passphrase: string | null;
}
interface RestoreCompanyOptions extends StageCompanyOptions {
  readonly overwrite: boolean;
  readonly jobs: readonly string[];
  /** Prepares the staged company before it replaces what is there: nothing may be sent automatically. */
  readonly prepare?: (directory: string) => void;
}

/**
 * Restores one company under its number; the others are not changed. Its row in the system file (plan, due date) is
 * kept, and restored from the backup only when there is none. The company is held until a user resumes it. `aside`: path of the data that was there before.
 * Throws BackupError when nothing was changed.
 */
export async function restoreCompanyFrom(
  installation: Installation,
  options: RestoreCompanyOptions,
): Promise<{ readonly staged: Staged; readonly placed: Placed; readonly aside: string | null }> {
  const { id } = options;
  if (!options.overwrite && existsSync(companyDirectory(installation.dataDirectory, id)))
    throw new BackupError(`company ${id} exists already; --overwrite moves its data aside`);
  return withStaged(installation, options, async (staged, path) => {
    options.prepare?.(path);
    const aside = await replaceCompany(installation, { id, staged: path, rows: staged.manifest });
    return { staged, aside, placed: await registerPlaced(installation, id, options.jobs) };
  });
}

/** Reads and checks everything as `restoreCompanyFrom` does, also while a server runs. Throws BackupError. */
export const tryRestoreCompany = (place: Place, options: StageCompanyOptions): Promise<Staged> =>
  withStaged(place, options, (staged) => staged);

async function withStaged<T>(
  { dataDirectory, secrets }: Place,
  { store, run, id, passphrase }: StageCompanyOptions,
  work: (staged: Staged, path: string) => T | Promise<T>,
): Promise<T> {
  const { path, remove } = withDraftFile(dataDirectory, "restore");
  try {
    const staged = await stageCompany(inBackup(store, run.stamp, id), path, "all");
    if (run.key !== fingerprint(secrets)) {
      const key = openKey(run, passphrase, join(dataDirectory, "secret.key"));
      resealStaged(path, staged.manifest, { from: createSecrets(key), to: secrets });
    }
    return await work(staged, path);
  } finally {
    remove();
  }
}

export interface ArchivedCompany {
  readonly id: number;
  /** Directory of the company as the continuous archive has it. */
  readonly staged: string;
  /** Its rows in the archived system file. */
  readonly rows: Pick<CompanyManifest, "company" | "plan">;
  readonly overwrite: boolean;
  readonly jobs: readonly string[];
}

/**
 * Places one company of the continuous archive under its number; the others are not changed. Media that are here stay. The
 * company is held until a user resumes it. Throws
 * BackupError when nothing was changed.
 */
export async function placeArchivedCompany(
  installation: Installation,
  { id, staged, rows, overwrite, jobs }: ArchivedCompany,
): Promise<{ readonly placed: Placed; readonly aside: string | null }> {
  const directory = companyDirectory(installation.dataDirectory, id);
  if (!overwrite && existsSync(directory))
    throw new BackupError(`company ${id} exists already; --overwrite moves its data aside`);
  const aside = await replaceCompany(installation, { id, staged, rows });
  const media = aside === null ? null : join(aside, "companies", String(id), "media");
  if (media !== null && existsSync(media) && !existsSync(join(directory, "media")))
    renameSync(media, join(directory, "media"));
  return { aside, placed: await registerPlaced(installation, id, jobs) };
}

/**
 * Moves staged files into the place of a company. The company is held before and after the move. Returns the path of
 * the former files.
 */
async function replaceCompany(
  installation: Installation,
  { id, staged, rows }: Pick<ArchivedCompany, "id" | "staged" | "rows">,
): Promise<string | null> {
  const replace = (bringRowBack: () => void) => {
    installation.tenants.release(id);
    holdCompany(installation, id);
    const aside = moveIntoPlace(installation, staged, id);
    notePath(companyDirectory(installation.dataDirectory, id));
    bringRowBack();
    // Held again, because a row from the archive has no hold.
    holdCompany(installation, id);
    return aside;
  };
  const known = queryOne(installation.system, sql.removedAt, { id });
  if (known?.removed_at === null) return replace(() => {});
  return withFreeName(installation, String(rows.company["name"]), [], id, (reserved, name) =>
    replace(() => bringRowBack(installation, reserved, id, rows, name)),
  );
}

/** Restores the row of a company that no longer exists, under a name that is free; its invoices stay. */
function bringRowBack(
  { system }: Installation,
  reserved: Reserved,
  id: number,
  { company, plan }: Pick<CompanyManifest, "company" | "plan">,
  name: string,
): void {
  const row = { ...company, plan_id: planFor(system, plan), name };
  reserved.cover(companyNameKey(name));
  if (queryOne(system, sql.removedAt, { id })) updateRow(system, "company", id, row);
  else insertCompanyRow(system, reserved, row);
}
