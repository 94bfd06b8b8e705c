import type { BackupState } from "#operations/backups/contract.ts";
import { storeOf } from "#operations/backups/target.ts";
import { queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { providerCopyId } from "#tenants/provider.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./record.sql.ts";
import { cancelRun, lastRun, lastStored } from "./record.ts";

/** A nightly backup older than this is late, ms. */
const LATE_MS = 36 * 60 * 60_000;

/** State of the backups of this cell. */
export function backupState({ system, clock, config, cells }: Installation): BackupState {
  const last = lastRun(system);
  const stored = lastStored(system);
  const copy = providerCopyId({ cells });
  return {
    lastAt: stored ? new Date(stored.startedAt).toISOString() : null,
    state: last?.state ?? "none",
    startedAt: last ? new Date(last.startedAt).toISOString() : null,
    size: stored?.sizeBytes ?? 0,
    stored: stored?.newBytes ?? 0,
    companies: Math.max(0, (stored?.companies ?? 0) - (copy === 0 ? 0 : 1)),
    leftOut: (last?.leftOut ?? []).filter(({ id }) => id !== copy),
    error: last?.error ?? null,
    place: storeOf(config).place,
    nightly: config.backupNightly,
    isLate: last?.state === "failed" || backupAge({ system }, clock.now()) > LATE_MS,
  };
}

/** Time since the start of the newest backup, ms; without one, the age of the installation. */
export function backupAge({ system }: Pick<Installation, "system">, nowMs: number): number {
  const since = lastStored(system)?.startedAt ?? queryOne(system, sql.firstCompanyAt)?.at ?? nowMs;
  return Math.max(0, nowMs - since);
}

/** The backup this server is making. */
interface CurrentBackup {
  readonly runId: number;
  /** ms since 1970. */
  readonly startedAt: number;
  /** Companies copied, of the total; 0 of 0 until the total is known. */
  readonly done: number;
  readonly total: number;
  /** Ends the subprocess of the backup. */
  readonly end: () => void;
}

const current = new WeakMap<Installation, CurrentBackup>();

/** The running backup of this server, undefined without one; backups of the command line are not included. */
export const currentBackup = (installation: Installation): CurrentBackup | undefined =>
  current.get(installation);

export function setCurrentBackup(installation: Installation, backup: CurrentBackup | null): void {
  if (backup) current.set(installation, backup);
  else current.delete(installation);
}

/**
 * Super users cancel the running backup, if there is one; the next backup reuses what it has stored. It is not repeated
 * before the next night. Throws 403 ERR_NO_PERMISSION.
 */
export function cancelBackup({ tenant, actor }: UserCtx): void {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const backup = currentBackup(installation);
  if (!backup) return;
  tenant.writeSystem(() => cancelRun(installation.system, backup.runId, installation.clock.now()));
  installation.log.info({ by: actor.id }, "backup cancelled");
  backup.end();
}
