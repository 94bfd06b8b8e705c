import type { BackupState } from "#operations/backups/contract.ts";
import { storeOf } from "#operations/backups/target.ts";
import type { Installation } from "#tenants/installation.ts";
import { backupAge } from "./age.ts";
import { lastRun, lastStored } from "./record.ts";

/** A nightly backup older than this is late, ms. */
const LATE_MS = 36 * 60 * 60_000;

/** State of the backups of this installation. */
export function backupState({ system, clock, config }: Installation): BackupState {
  const last = lastRun(system);
  const stored = lastStored(system);
  return {
    lastAt: stored ? new Date(stored.startedAt).toISOString() : null,
    state: last?.state ?? "none",
    startedAt: last ? new Date(last.startedAt).toISOString() : null,
    size: stored?.sizeBytes ?? 0,
    stored: stored?.newBytes ?? 0,
    companies: stored?.companies ?? 0,
    leftOut: [...(last?.leftOut ?? [])],
    error: last?.error ?? null,
    place: storeOf(config).place,
    nightly: config.backupNightly,
    isLate: last?.state === "failed" || backupAge({ system }, clock.now()) > LATE_MS,
  };
}
