import { rmSync } from "node:fs";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { endImport, importFile, stagingOf } from "./rows.ts";

/** Records why an import has failed and deletes its files. */
export function fail(installation: Installation, id: number, error: unknown): void {
  const { system, clock, log } = installation;
  const trouble = error instanceof BackupError ? error.trouble : "failed";
  const message = (error as Error).message.replaceAll(importFile(installation, id), "the file");
  if (endImport(system, id, { state: "failed", now: clock.now(), trouble, error: message }))
    log.warn({ import: id, err: error }, "import of a company failed");
  removeFiles(installation, id);
}

/** Deletes the archive and the unpacked files. */
export function removeFiles(installation: Installation, id: number): void {
  rmSync(importFile(installation, id), { force: true });
  rmSync(stagingOf(installation, id), { recursive: true, force: true });
}
