import { one } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { BackupState } from "./contract.ts";
import { lastRun, lastStored } from "./record.ts";
import { storeOf } from "./target.ts";

/** A nightly backup older than this is late, ms. */
const LATE_MS = 36 * 60 * 60_000;

/** How the backups of this installation stand. */
export function backupState({ system, clock, config }: Installation): BackupState {
  const last = lastRun(system);
  const stored = lastStored(system);
  const made = one<{ at: number | null }>(system, "SELECT min(created_at) AS at FROM company")?.at;
  const since = stored?.startedAt ?? made ?? clock.now();
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
    isLate: last?.state === "failed" || clock.now() - since > LATE_MS,
  };
}
