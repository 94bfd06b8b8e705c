import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { randomCode } from "#platform/ids.ts";
import { createSecrets } from "#platform/secrets.ts";
import type { Installation } from "#tenants/installation.ts";
import { BackupError } from "./archive/error.ts";
import { unwrapKey } from "./archive/passphrase.ts";
import { resealStaged, type Staged, stageCompany } from "./archive/stage.ts";
import { openTar } from "./archive/tar.ts";
import { freeName, insertRow, makeKnown, moveIn, type Placed, planFor } from "./place-company.ts";

export interface ImportOptions {
  readonly path: string;
  readonly passphrase: string;
  readonly dryRun: boolean;
  /** The company works at once; without it somebody switches it on when the old one is off. */
  readonly start: boolean;
  readonly jobs: readonly string[];
}

/**
 * A company of another installation (or a copy of one of this) under a number of its own. It comes switched off: the
 * same number of WhatsApp must never be connected from two places. Throws BackupError when nothing was changed.
 */
export async function importCompany(
  installation: Installation,
  options: ImportOptions,
): Promise<{ readonly staged: Staged; readonly placed: Placed | null }> {
  const { dataDirectory, system, secrets, clock } = installation;
  const staging = join(dataDirectory, "work", `import-${randomCode(8)}`);
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  try {
    const staged = await stageCompany(await openTar(options.path), staging, "all");
    const { wrappedKey, company, plan } = staged.manifest;
    if (!wrappedKey) throw new BackupError("this archive carries no key; it is no export of a company");
    const from = createSecrets(unwrapKey(wrappedKey, options.passphrase));
    resealStaged(staging, staged.manifest, { from, to: secrets });
    if (options.dryRun) return { staged, placed: null };
    const id = insertRow(system, "company", {
      ...company,
      id: null,
      plan_id: planFor(system, plan),
      name: freeName(system, String(company["name"])),
      active: options.start ? 1 : 0,
      removed_at: null,
      erased_at: null,
      removed_name: "",
      created_at: clock.now(),
      updated_at: clock.now(),
    });
    try {
      moveIn(installation, staging, id);
      return { staged, placed: makeKnown(installation, id, staged.manifest, options.jobs) };
    } catch (error) {
      installation.tenants.discard(id);
      throw error;
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
