import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { cancelRun } from "./record.ts";

/** The backup this server is making. */
export interface CurrentBackup {
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
