import { statSync } from "node:fs";
import type { Config } from "#config.ts";
import { lastRun, lastStored, listStamps, storeOf } from "#operations/backups/index.ts";
import { typed } from "#platform/db/database.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { type Finding, findingsOf } from "./finding.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A nightly backup counts as late after a day and a half, ms. */
const LATE_MS = 1.5 * DAY_MS;
/** Without the nightly job an operator runs backups, which count as late after a week, ms. */
const LATE_BY_HAND_MS = 7 * DAY_MS;

/** Age of the newest backup, result of the last one, and whether it survives the loss of this disk. */
export function* backupAge(system: Sqlite, config: Config, nowMs: number): Generator<Finding> {
  const finding = findingsOf("backups");
  const known = system.prepare("SELECT 1 FROM sqlite_master WHERE name = 'backup_run'").get();
  if (!known) return;
  const [last, stored] = [lastRun(typed(system)), lastStored(typed(system))];
  const { at } = system.prepare("SELECT min(created_at) AS at FROM company").get() as { at: number | null };
  const advice = "balcao backup makes one now and says what hinders it; balcao backup verify checks it";
  if (last?.state === "failed")
    yield finding(
      "error",
      `the last backup failed: ${last.error ?? `without ${last.leftOut.map(({ id }) => `company ${id}`).join(", ")}`}`,
      advice,
    );
  const age = nowMs - (stored?.startedAt ?? at ?? nowMs);
  if (age > (config.backupNightly ? LATE_MS : LATE_BY_HAND_MS))
    yield finding(
      "error",
      stored ? `the newest backup is ${(age / DAY_MS).toFixed(1)} days old` : "there is no backup",
      config.backupNightly ? `${advice}; the nightly one needs a running server` : advice,
    );
  const folder = config.backupDir ?? config.dataDir;
  if (config.backupBucket === null && device(folder) === device(config.dataDir))
    yield finding(
      "info",
      "backups are on the same disk as the data",
      "set BACKUP_DIR to a folder on another disk, or set BACKUP_S3_BUCKET, to survive the loss of this disk",
    );
  if (config.backupPassphrase === null)
    yield finding(
      "info",
      "backups do not contain the installation key",
      "set BACKUP_PASSPHRASE, or keep a copy of secret.key in another safe place",
    );
}

const device = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.dev;

/** Whether the storage of the backups responds. */
export async function backupPlace(config: Config): Promise<readonly Finding[]> {
  if (config.backupBucket === null) return [];
  const store = storeOf(config);
  try {
    await listStamps(store);
    return [];
  } catch (error) {
    const what = `${store.place} cannot be read: ${(error as Error).message}`;
    return [findingsOf("backups")("error", what, "check BACKUP_S3_ENDPOINT, the keys and their rights")];
  }
}
