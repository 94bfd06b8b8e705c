import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { one } from "#platform/db/database.ts";
import { randomCode } from "#platform/ids.ts";
import { createSecrets } from "#platform/secrets.ts";
import type { Installation } from "#tenants/installation.ts";
import { companyDirectory } from "#tenants/registry.ts";
import { BackupError } from "./archive/error.ts";
import type { CompanyManifest, RunManifest } from "./archive/manifest.ts";
import { fingerprint } from "./archive/passphrase.ts";
import { inBackup } from "./archive/reader.ts";
import { resealStaged, type Staged, stageCompany } from "./archive/stage.ts";
import { freeName, insertRow, makeKnown, moveIn, type Placed, planFor, updateRow } from "./place-company.ts";
import { openKey } from "./restore.ts";
import type { Store } from "./store/store.ts";

export interface RestoreCompanyOptions {
  readonly store: Store;
  readonly run: RunManifest;
  readonly id: number;
  readonly passphrase: string | null;
  readonly dryRun: boolean;
  readonly overwrite: boolean;
  readonly jobs: readonly string[];
}

/**
 * Puts one company back under its number; the others are not touched. Its row in the system file (plan, due date) stays
 * as it is now, and comes from the backup only when there is none. Answers null after a dry run. Throws BackupError
 * when nothing was changed.
 */
export async function restoreCompanyFrom(
  installation: Installation,
  options: RestoreCompanyOptions,
): Promise<{ readonly staged: Staged; readonly placed: Placed | null }> {
  const { dataDirectory, secrets } = installation;
  const { store, run: from, id } = options;
  const directory = companyDirectory(dataDirectory, id);
  if (!options.dryRun && !options.overwrite && existsSync(directory))
    throw new BackupError(`company ${id} is there already; --overwrite puts it aside`);
  const staging = join(dataDirectory, "work", `restore-${randomCode(8)}`);
  try {
    const staged = await stageCompany(inBackup(store, from.stamp, id), staging, "all");
    if (from.key !== fingerprint(secrets)) {
      const key = openKey(from, options.passphrase, join(dataDirectory, "secret.key"));
      resealStaged(staging, staged.manifest, { from: createSecrets(key), to: secrets });
    }
    if (options.dryRun) return { staged, placed: null };
    installation.tenants.release(id);
    moveIn(installation, staging, id);
    bringRowBack(installation, id, staged.manifest);
    return { staged, placed: makeKnown(installation, id, staged.manifest, options.jobs) };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The row of a company that is not there any more; its invoices, where there are some, stay. */
function bringRowBack({ system }: Installation, id: number, { company, plan }: CompanyManifest): void {
  const known = one<{ removed_at: number | null }>(system, "SELECT removed_at FROM company WHERE id = ?", id);
  if (known?.removed_at === null) return;
  const row = { ...company, plan_id: planFor(system, plan), name: freeName(system, String(company["name"])) };
  if (known) updateRow(system, "company", id, row);
  else insertRow(system, "company", row);
}
