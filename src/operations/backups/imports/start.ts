import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditActor, auditProvider } from "#accounts/audit/index.ts";
import { notifyProvider } from "#accounts/notices/index.ts";
import { requireDisk, storePlacedMedia } from "#channels/media/index.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { backupRunning } from "#operations/backups/errors.ts";
import { JobNamesPort } from "#operations/backups/job-names.ts";
import { type Subprocess, spawnTask, trackSubprocess } from "#operations/backups/subprocess/spawn.ts";
import { reapplyErasures } from "#operations/privacy/index.ts";
import { noPermission } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserActor, UserCtx } from "#tenants/tenant.ts";
import type { ArchiveContent, ImportReport } from "./contract.ts";
import { placeImport } from "./import-company.ts";
import {
  endImport,
  fail,
  type ImportRow,
  importDirectory,
  importFile,
  interruptedImports,
  lastImport,
  removeFiles,
  requireImport,
  resetImport,
  stagingOf,
  step,
  storeCompany,
  storeProgress,
} from "./rows.ts";

/** Subprocesses that unpack archives, by import id. */
const running = new WeakMap<Installation, Map<number, Subprocess>>();
const runningOf = (installation: Installation) => {
  const known = running.get(installation) ?? new Map<number, Subprocess>();
  running.set(installation, known);
  return known;
};

/** Stops the subprocess of an import, if there is one; resolves when it has exited. */
async function endWork(installation: Installation, id: number): Promise<void> {
  const apart = runningOf(installation).get(id);
  apart?.end();
  await apart?.done.catch(() => undefined);
}

/**
 * Super users start the import of an uploaded archive with its passphrase: a subprocess unpacks it in the background,
 * the company is created disabled, and the provider's admins get a notice. Throws 403 ERR_NO_PERMISSION, 404
 * ERR_NOT_FOUND, 409 ERR_IDEMPOTENCY_IN_PROGRESS unless the archive is complete and inspected, 507 ERR_STORAGE_FULL.
 */
export function startCompanyImport(ctx: UserCtx, id: number, passphrase: string): ImportRow {
  const { actor, tenant } = ctx;
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock } = installation;
  const row = requireImport(system, id);
  if (row.state !== "ready" || row.content === null) throw backupRunning();
  const { bytes } = JSON.parse(row.content) as ArchiveContent;
  requireDisk(installation, bytes);
  if (!tenant.writeSystem(() => step(system, id, "ready", "running", clock.now()))) throw backupRunning();
  void work(installation, row, passphrase, actor);
  return requireImport(system, id);
}

async function work(
  installation: Installation,
  row: ImportRow,
  passphrase: string,
  actor: UserActor,
): Promise<void> {
  const { system, config, clock } = installation;
  const { id } = row;
  const staging = stagingOf(installation, id);
  const path = importFile(installation, id);
  const task = { kind: "import" as const, config, nowMs: clock.now(), path, staging, passphrase };
  const apart = spawnTask(task, (done, total) => storeProgress(system, id, done, total));
  runningOf(installation).set(id, apart);
  try {
    const result = await trackSubprocess(installation, apart, apart.done);
    if (!("staged" in result)) throw new BackupError("the import process returned no staged files", "failed");
    // The import was cancelled meanwhile.
    if (requireImport(system, id).state !== "running") return;
    const { manifest, media, missing } = result.staged;
    const placed = await placeImport(installation, staging, manifest, {
      start: false,
      jobs: installation.ports.use(JobNamesPort),
      onRow: (companyId) => storeCompany(system, id, companyId),
    });
    const tenant = installation.tenants.open(placed.id);
    const erasedAgain = await reapplyErasures(tenant);
    if (installation.media) await storePlacedMedia(tenant, installation.media);
    const report: ImportReport = {
      companyId: placed.id,
      name: placed.name,
      renamed: placed.name !== String(manifest.company["name"]),
      takenEmails: [...placed.takenEmails],
      takenTokens: [...placed.takenTokens],
      mediaFiles: media.files,
      missingFiles: missing,
      erasedAgain,
    };
    endImport(system, id, { state: "done", now: clock.now(), report });
    removeFiles(installation, id);
    auditProvider(installation, {
      ...auditActor(actor),
      kind: "company",
      action: "imported",
      subjectId: placed.id,
      subject: placed.name,
      companyId: placed.id,
    });
    notifyEnd(installation, id, placed.name);
  } catch (error) {
    if (error instanceof BackupError && error.trouble === "passphrase") {
      rmSync(staging, { recursive: true, force: true });
      resetImport(system, id, clock.now());
      return;
    }
    storeCompany(system, id, null);
    fail(installation, id, error);
    notifyEnd(installation, id, row.fileName);
  } finally {
    runningOf(installation).delete(id);
  }
}

const notifyEnd = (installation: Installation, id: number, name: string): void =>
  notifyProvider(installation, { code: "company_import", details: { name }, key: `company_import:${id}` });

/**
 * Cancels a running import and deletes its files; a finished one is unchanged. For super users. Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND.
 */
export async function cancelCompanyImport({ tenant, actor }: UserCtx, id: number): Promise<void> {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock, log } = installation;
  requireImport(system, id);
  if (!tenant.writeSystem(() => endImport(system, id, { state: "cancelled", now: clock.now() }))) return;
  log.info({ import: id, by: actor.id }, "import of a company cancelled");
  await endWork(installation, id);
  removeFiles(installation, id);
}

/** An import that no one continues is ended after this, ms. */
const KEPT_MS = 24 * 60 * 60_000;

/** Ends an import that no one continued for a day, during its upload or before its start, and deletes its archive. */
export const sweepImports = defineJob<Installation>({
  name: "company_import",
  every: { seconds: 60 },
  run(installation) {
    const last = lastImport(installation.system);
    if (!last || !isWaiting(last) || last.touchedAt + KEPT_MS > installation.clock.now()) return;
    fail(installation, last.id, new BackupError("no part was uploaded for a day", "interrupted"));
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
