import { mkdirSync } from "node:fs";
import { requireDisk } from "#channels/media/index.ts";
import { backupRunning } from "#operations/backups/errors.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { BeginImportBody } from "./contract.ts";
import { type ImportRow, importDirectory, insertImport, lastImport, requireImport } from "./rows.ts";

/**
 * Super users begin the import of a company, whose archive is then uploaded in pieces. One import at a time per
 * installation. Throws 403 ERR_NO_PERMISSION, 409 ERR_IDEMPOTENCY_IN_PROGRESS, 507 ERR_STORAGE_FULL.
 */
export function beginCompanyImport(
  { tenant, actor }: UserCtx,
  { fileName, size }: BeginImportBody,
): ImportRow {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock, log } = installation;
  const last = lastImport(system);
  if (last && last.finishedAt === null) throw backupRunning();
  // Twice the size: for the archive and for its unpacked files.
  requireDisk(installation, 2 * size);
  mkdirSync(importDirectory(installation), { recursive: true, mode: 0o700 });
  const row = { fileName, sizeBytes: size, askedBy: actor.id, askedName: actor.name, now: clock.now() };
  const id = tenant.writeSystem(() => insertImport(system, row));
  log.info({ import: id, by: actor.id }, "import of a company started");
  return requireImport(system, id);
}
