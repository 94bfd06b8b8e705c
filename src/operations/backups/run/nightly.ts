import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import type { BackupRun } from "./record.ts";

/** Hour of the nightly backup (docs/rules/jobs.md#periods). */
const NIGHT_HOUR = 2;
/** One that failed is tried again after so long, ms. */
const RETRY_MS = 60 * 60_000;

/** The last 02:00 in the time zone of the server. */
export function lastNight(nowMs: number, zone: string): number {
  const today = dayAt(nowMs, zone);
  const at = (day: string) => parseInstant(`${day} 0${NIGHT_HOUR}:00`, zone) ?? nowMs;
  return at(today) <= nowMs ? at(today) : at(addDays(today, -1));
}

/**
 * Whether a backup is due: none was begun since the last 02:00, or the last one failed an hour ago. After downtime the
 * same question finds the missed one. `sinceMs`: when the installation was made; a new one waits for its first night.
 */
export function isBackupDue(last: BackupRun | null, sinceMs: number, nowMs: number, zone: string): boolean {
  if (last?.state === "running") return false;
  if (last?.state === "failed") return nowMs - (last.finishedAt ?? last.startedAt) >= RETRY_MS;
  return (last?.startedAt ?? sinceMs) < lastNight(nowMs, zone);
}
