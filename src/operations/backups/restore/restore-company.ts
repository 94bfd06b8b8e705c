import { existsSync } from "node:fs";
import { join } from "node:path";
import { freeCompanyName } from "#accounts/companies/index.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { CompanyManifest, RunManifest } from "#operations/backups/archive/manifest.ts";
import { fingerprint } from "#operations/backups/archive/passphrase.ts";
import { inBackup } from "#operations/backups/archive/reader.ts";
import { resealStaged, type Staged, stageCompany } from "#operations/backups/archive/stage.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { withDraftFile } from "#operations/backups/work-directory.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import {
  insertRow,
  moveIntoPlace,
  type Placed,
  planFor,
  registerPlaced,
  updateRow,
} from "./place-company.ts";
import * as sql from "./restore.sql.ts";
import { openKey } from "./restore.ts";

/** The installation into which a company is restored. */
export type Place = Pick<Installation, "dataDirectory" | "secrets">;

export interface StageCompanyOptions {
  readonly store: Store;
  readonly run: RunManifest;
  readonly id: number;
  readonly passphrase: string | null;
}
export interface RestoreCompanyOptions extends StageCompanyOptions {
  readonly overwrite: boolean;
  readonly jobs: readonly string[];
}

/**
 * Restores one company under its number; the others are not changed. Its row in the system file (plan, due date) is
 * kept, and restored from the backup only when there is none. `aside`: path of the data that was there before.
 * Throws BackupError when nothing was changed.
 */
export async function restoreCompanyFrom(
  installation: Installation,
  options: RestoreCompanyOptions,
): Promise<{ readonly staged: Staged; readonly placed: Placed; readonly aside: string | null }> {
  const { id } = options;
  if (!options.overwrite && existsSync(companyDirectory(installation.dataDirectory, id)))
    throw new BackupError(`company ${id} is there already; --overwrite puts it aside`);
  return withStaged(installation, options, (staged, path) => {
    installation.tenants.release(id);
    const aside = moveIntoPlace(installation, path, id);
    bringRowBack(installation, id, staged.manifest);
    return { staged, aside, placed: registerPlaced(installation, id, options.jobs) };
  });
}

/** Reads and checks everything as `restoreCompanyFrom` does, also while a server runs. Throws BackupError. */
export const tryRestoreCompany = (place: Place, options: StageCompanyOptions): Promise<Staged> =>
  withStaged(place, options, (staged) => staged);

async function withStaged<T>(
  { dataDirectory, secrets }: Place,
  { store, run, id, passphrase }: StageCompanyOptions,
  work: (staged: Staged, path: string) => T,
): Promise<T> {
  const { path, remove } = withDraftFile(dataDirectory, "restore");
  try {
    const staged = await stageCompany(inBackup(store, run.stamp, id), path, "all");
    if (run.key !== fingerprint(secrets)) {
      const key = openKey(run, passphrase, join(dataDirectory, "secret.key"));
      resealStaged(path, staged.manifest, { from: createSecrets(key), to: secrets });
    }
    return work(staged, path);
  } finally {
    remove();
  }
}

/** Restores the row of a company that no longer exists; its invoices stay. */
function bringRowBack({ system }: Installation, id: number, { company, plan }: CompanyManifest): void {
  const known = queryOne(system, sql.removedAt, { id });
  if (known?.removed_at === null) return;
  const row = {
    ...company,
    plan_id: planFor(system, plan),
    name: freeCompanyName(system, String(company["name"])),
  };
  if (known) updateRow(system, "company", id, row);
  else insertRow(system, "company", row);
}
