import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { dayOfMonth, PROVIDER_ID, withFreeName } from "#accounts/companies/index.ts";
import { clearGrantedSettings } from "#accounts/settings/index.ts";
import { clearSuperColumn } from "#accounts/users/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { CompanyManifest } from "#operations/backups/archive/manifest.ts";
import { unwrapKey } from "#operations/backups/archive/passphrase.ts";
import {
  alter,
  companyManifest,
  resealStaged,
  type Staged,
  stageCompany,
} from "#operations/backups/archive/stage.ts";
import { openTar } from "#operations/backups/archive/tar.ts";
import {
  insertCompanyRow,
  moveIntoPlace,
  type Place,
  type Placed,
  planFor,
  registerPlaced,
} from "#operations/backups/restore/restore-company.ts";
import { withDraftFile } from "#operations/backups/work-directory.ts";
import { inheritErasures } from "#operations/privacy/index.ts";
import { createSecrets, type Secrets } from "#platform/crypto/secrets.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { transaction } from "#platform/db/database.ts";
import { dropStatistics, schemaOf, withoutTriggers } from "#platform/db/expected-schema.ts";
import { migrate } from "#platform/db/migrate.ts";
import { queryOne } from "#platform/db/query.ts";
import { storePath } from "#platform/db/ship/changed-paths.ts";
import { companyDirectory, nextCompanyId } from "#tenants/company-folder.ts";
import { discardCompany } from "#tenants/directory-keys.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Reserved } from "#tenants/reserve.ts";
import * as sql from "./import-company.sql.ts";

export interface ImportOptions {
  readonly path: string;
  readonly passphrase: string;
  /** Enables the company at once; otherwise an operator enables it after the old installation was stopped. */
  readonly start: boolean;
  readonly jobs: readonly string[];
}

/** Days until the due date of an imported company that had none, such as a provider's own company. */
const FIRST_PERIOD_DAYS = 30;

/**
 * Imports a company of another installation (or a copy of one of this) under a new id. It is disabled, because a
 * WhatsApp number must never be connected from two installations at the same time. Checks no permissions: for the command
 * line. Throws BackupError when nothing was changed.
 */
export async function importCompany(
  installation: Installation,
  options: ImportOptions,
): Promise<{ readonly staged: Staged; readonly placed: Placed }> {
  return withStaged(installation, options, installation.clock.now, async (staged, path) => ({
    staged,
    placed: await placeImport(installation, path, staged.manifest, options),
  }));
}

/** Opens the archive and checks everything as `importCompany` does, also beside a running server. Throws BackupError. */
export const tryImportCompany = (
  place: Place,
  archive: Pick<ImportOptions, "path" | "passphrase">,
): Promise<Staged> => withStaged(place, archive, Date.now, (staged) => staged);

async function withStaged<T>(
  { dataDirectory, secrets }: Place,
  { path, passphrase }: Pick<ImportOptions, "path" | "passphrase">,
  now: () => number,
  work: (staged: Staged, directory: string) => T | Promise<T>,
): Promise<T> {
  const staging = withDraftFile(dataDirectory, "import");
  try {
    const staged = await stageImport({ path, passphrase, staging: staging.path, secrets, now });
    return await work(staged, staging.path);
  } finally {
    staging.remove();
  }
}

export interface StageOptions {
  readonly path: string;
  readonly passphrase: string;
  /** An empty directory on the disk of the companies; the caller removes it. */
  readonly staging: string;
  /** Secrets of this installation. */
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * First part of an import, which needs no running installation: unpacks the company from its archive, verifies every byte,
 * seals its secrets with the key of this installation, and brings its database up to date. Rights
 * granted by the provider of the other installation are removed. Throws BackupError.
 */
export async function stageImport(options: StageOptions): Promise<Staged> {
  const { path, passphrase, staging, secrets, now, onBytes } = options;
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  const reader = await openTar(path);
  const { wrappedKey } = await companyManifest(reader);
  if (!wrappedKey)
    throw new BackupError("this archive has no key, so it is not an export of a company", "not-archive");
  // Checked before gigabytes are unpacked.
  const from = createSecrets(unwrapKey(wrappedKey, passphrase));
  const staged = await stageCompany(reader, staging, "all", onBytes);
  // The first write to the file, before any of its data is used.
  removeSuperRights(join(staging, "company.sqlite"));
  alter(join(staging, "company.sqlite"), dropStatistics);
  resealStaged(staging, staged.manifest, { from, to: secrets });
  alter(join(staging, "company.sqlite"), (db) => migrate(db, tenantMigrations, now()));
  return staged;
}

/** Removes what only a provider may grant: super users, and settings that only super users may change. */
function removeSuperRights(path: string): void {
  alter(path, (db) => {
    withoutTriggers(db, schemaOf(db, tenantMigrations), () => {
      clearSuperColumn(db);
      clearGrantedSettings(db);
    });
  });
}

/**
 * Second part: inserts the row, moves the directory into place and updates the indexes. `onRow` gets the id within the
 * transaction that takes it. A failure leaves no rows and no files. Throws 503 ERR_TENANT_UNAVAILABLE, 503 ERR_NOT_DURABLE.
 */
export async function placeImport(
  installation: Installation,
  staging: string,
  manifest: CompanyManifest,
  options: Pick<ImportOptions, "start" | "jobs"> & { readonly onRow?: (id: number) => void },
): Promise<Placed> {
  const { system, clock, config, dataDirectory, cells } = installation;
  const { company, plan } = manifest;
  // The first company is the provider's; its users may become super users.
  if (!installation.tenants.exists(PROVIDER_ID))
    throw new BackupError("this installation is not set up yet: open its set-up page first", "failed");
  const firstDueDate = addDays(dayAt(clock.now(), config.timeZone), FIRST_PERIOD_DAYS);
  const write = (reserved: Reserved, name: string) =>
    transaction(system, () => {
      const made = insertCompanyRow(system, reserved, {
        ...company,
        id: nextCompanyId(system, dataDirectory, cells.own),
        plan_id: planFor(system, plan),
        name,
        due_date: company["due_date"] ?? firstDueDate,
        billing_day: company["billing_day"] ?? dayOfMonth(firstDueDate),
        active: options.start ? 1 : 0,
        removed_at: null,
        erased_at: null,
        removed_name: "",
        created_at: clock.now(),
        updated_at: clock.now(),
      });
      options.onRow?.(made);
      return made;
    });
  const id = await withFreeName(installation, String(company["name"]), [], (made: number) => made, write);
  try {
    moveIntoPlace(installation, staging, id);
    await storePath(companyDirectory(dataDirectory, id));
    const origin = originOf(installation, manifest);
    if (origin !== undefined) inheritErasures(system, origin, id);
    return await registerPlaced(installation, id, options.jobs);
  } catch (error) {
    await discardCompany(installation, id);
    throw error;
  }
}

/**
 * Finds the company of this installation of which the archive is a copy. People whom it erased later are erased again
 * in the copy.
 */
const originOf = ({ system }: Installation, { company }: CompanyManifest): number | undefined =>
  queryOne(system, sql.companyCreatedAt, {
    id: Number(company["id"]),
    createdAt: Number(company["created_at"]),
  })?.id;
