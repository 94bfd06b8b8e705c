import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import { fail } from "./fail.ts";
import { type ImportRow, importDirectory, interruptedImports, lastImport } from "./rows.ts";

/** An import that no one continues is ended after this, ms. */
const KEPT_MS = 24 * 60 * 60_000;

/** Ends an import that no one continued for a day, during its upload or before its start, and deletes its archive. */
export const sweepImports = defineJob<Installation>({
  name: "company_import",
  every: { seconds: 60 },
  run(installation) {
    const last = lastImport(installation.system);
    if (!last || !isWaiting(last) || last.touchedAt + KEPT_MS > installation.clock.now()) return;
    fail(installation, last.id, new BackupError("nobody went on with it for a day", "interrupted"));
  },
});

const isWaiting = ({ state }: ImportRow) => state === "uploading" || state === "ready";

/**
 * Runs at the start: marks interrupted imports as failed (their passphrase is not stored) and discards their partial company.
 * Uploads continue.
 */
export function failInterruptedImports(installation: Installation): void {
  const { system, tenants } = installation;
  const cut = interruptedImports(system);
  for (const { id, companyId } of cut) {
    if (companyId !== null) tenants.discard(companyId);
    fail(installation, id, new BackupError("the server was stopped", "interrupted"));
  }
  const last = lastImport(system);
  const kept = last && isWaiting(last) ? `${last.id}.tar` : null;
  const directory = importDirectory(installation);
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (name !== kept) rmSync(join(directory, name), { recursive: true, force: true });
}
