import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import type { BackupRun } from "./record.ts";

/** Hour of the nightly backup (docs/rules/jobs.md#periods). */
const NIGHT_HOUR = 2;
/** Delay before a failed backup is repeated, ms. */
const RETRY_MS = 60 * 60_000;

/** The last 02:00 in the server's time zone, ms. */
export function lastNight(nowMs: number, zone: string): number {
  const today = dayAt(nowMs, zone);
  const at = (day: string) => parseInstant(`${day} 0${NIGHT_HOUR}:00`, zone) ?? nowMs;
  return at(today) <= nowMs ? at(today) : at(addDays(today, -1));
}

/**
 * Whether a backup is due: none was started since the last 02:00, or the last one failed an hour ago. So a backup that was
 * missed during downtime is made later. `sinceMs`: creation time of the installation; its first backup is in its first night.
 */
export function isBackupDue(last: BackupRun | null, sinceMs: number, nowMs: number, zone: string): boolean {
  if (last?.state === "running") return false;
  if (last?.state === "failed") return nowMs - (last.finishedAt ?? last.startedAt) >= RETRY_MS;
  return (last?.startedAt ?? sinceMs) < lastNight(nowMs, zone);
}
