import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { requireCompany } from "#accounts/companies/index.ts";
import { notifyProvider } from "#accounts/notices/index.ts";
import { backupRunning } from "#operations/backups/errors.ts";
import { spawnTask, trackSubprocess } from "#operations/backups/subprocess/spawn.ts";
import { noPermission } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import {
  type ExportRow,
  endExport,
  expiredExports,
  exportById,
  exportDirectory,
  exportFile,
  failInterrupted,
  forgetFile,
  insertExport,
  KEPT_MS,
  lastExport,
  runningExports,
  storeProgress,
} from "./rows.ts";

/** Maximum number of simultaneous exports of all companies, because each one uses the full speed of the disk. */
const AT_A_TIME = 2;

/** Functions that stop running exports, by export id. */
const ends = new WeakMap<Installation, Map<number, () => void>>();
const endsOf = (installation: Installation) => {
  const known = ends.get(installation) ?? new Map<number, () => void>();
  ends.set(installation, known);
  return known;
};

/**
 * Super users export a company into a file: it runs in the background and notifies them at its end. Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_IDEMPOTENCY_IN_PROGRESS.
 */
export function beginExport({ tenant, actor }: UserCtx, companyId: number, passphrase: string): ExportRow {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock, log } = installation;
  const company = requireCompany(installation, companyId);
  if (lastExport(system, companyId)?.state === "running" || runningExports(system) >= AT_A_TIME)
    throw backupRunning();
  const row = { companyId, askedBy: actor.id, askedName: actor.name, startedAt: clock.now() };
  const id = tenant.writeSystem(() => insertExport(installation, row));
  log.info({ company: companyId, export: id, by: actor.id }, "export of a company began");
  void work(installation, { id, companyId, name: company.name, passphrase });
  const begun = exportById(system, id);
  if (!begun) throw new Error("the export that was just stored is missing");
  return begun;
}

interface Asked {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly passphrase: string;
}

async function work(installation: Installation, { id, companyId, name, passphrase }: Asked): Promise<void> {
  const { system, clock, config, log } = installation;
  const path = exportFile(installation, id);
  mkdirSync(exportDirectory(installation), { recursive: true, mode: 0o700 });
  const task = { kind: "export" as const, config, nowMs: clock.now(), id: companyId, path, passphrase };
  const apart = spawnTask(task, (done, total) => storeProgress(system, id, done, total));
  endsOf(installation).set(id, apart.end);
  try {
    await trackSubprocess(installation, apart, apart.done);
    const { size } = await stat(path);
    const now = clock.now();
    const done = {
      state: "done",
      sizeBytes: size,
      finishedAt: now,
      expiresAt: now + KEPT_MS,
      error: null,
    } as const;
    if (endExport(system, id, done)) notifyEnd(installation, id, name);
    else rmSync(path, { force: true });
  } catch (error) {
    const { message } = error as Error;
    const failed = { state: "failed", sizeBytes: null, finishedAt: clock.now(), expiresAt: null } as const;
    if (!endExport(system, id, { ...failed, error: message })) return;
    log.error({ company: companyId, err: error }, "export of a company failed");
    notifyEnd(installation, id, name);
  } finally {
    endsOf(installation).delete(id);
  }
}

/** Stops a running export, or deletes the file of a finished one. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND. */
export function cancelExport({ tenant, actor }: UserCtx, companyId: number): void {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock } = installation;
  requireCompany(installation, companyId);
  const last = lastExport(system, companyId);
  if (!last) return;
  const over = { sizeBytes: null, finishedAt: clock.now(), expiresAt: null, error: null };
  tenant.writeSystem(() => endExport(system, last.id, { state: "cancelled", ...over }));
  endsOf(installation).get(last.id)?.();
  removeFile(installation, last.id);
}

/** Deletes the file of an export; the row stays as a record of who exported what and when. */
function removeFile(installation: Installation, id: number): void {
  rmSync(exportFile(installation, id), { force: true });
  forgetFile(installation.system, id);
}

const notifyEnd = (installation: Installation, id: number, name: string): void =>
  notifyProvider(installation, { code: "company_export", details: { name }, key: `company_export:${id}` });

/** Files of exports are removed after a day. */
export const sweepExports = defineJob<Installation>({
  name: "company_export",
  every: { seconds: 60 },
  run(installation) {
    for (const id of expiredExports(installation.system, installation.clock.now()))
      removeFile(installation, id);
  },
});

/** Runs at the start: marks interrupted exports as failed (their passphrase is not stored) and removes their partial files. */
export function failInterruptedExports(installation: Installation): void {
  failInterrupted(installation.system, installation.clock.now());
  const directory = exportDirectory(installation);
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (!/^\d+\.tar$/.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
}
