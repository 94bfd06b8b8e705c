import { notifyProvider } from "#accounts/notices/index.ts";
import { spawnTask, trackSubprocess } from "#operations/backups/subprocess/spawn.ts";
import { storeOf } from "#operations/backups/target.ts";
import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import { transaction } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./record.sql.ts";
import { type BackupRun, type BackupSource, beginRun, failRun, finishRun, lastRun } from "./record.ts";
import { setCurrentBackup } from "./state.ts";

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

/** Checks every minute whether the nightly backup is due, so that a backup missed during downtime is made. */
export const backupJob = defineJob<Installation>({
  name: "backup",
  every: { seconds: 60 },
  async run(installation) {
    const { config, clock, system } = installation;
    if (!config.backupNightly) return;
    if (isBackupDue(lastRun(system), madeAt(installation), clock.now(), config.timeZone))
      await runBackup(installation, "night");
  },
});

const madeAt = ({ system, clock }: Installation): number =>
  queryOne(system, sql.firstCompanyAt)?.at ?? clock.now();

/**
 * Runs a backup now in a subprocess and records its outcome; notifies the provider of failures.
 * `write`: the transaction of the request.
 */
export async function runBackup(
  installation: Installation,
  source: BackupSource,
  write: Tenant["writeSystem"] = (work) => transaction(installation.system, work),
): Promise<void> {
  const { config, clock, system, log } = installation;
  const id = write(() => beginRun(system, source, storeOf(config).place, clock.now()));
  try {
    const startedAt = clock.now();
    const apart = spawnTask({ kind: "backup", config, nowMs: startedAt }, (done, total) =>
      setCurrentBackup(installation, { runId: id, startedAt, done, total, end: apart.end }),
    );
    setCurrentBackup(installation, { runId: id, startedAt, done: 0, total: 0, end: apart.end });
    const report = await trackSubprocess(installation, apart, apart.done);
    if (!("backedUp" in report)) throw new Error("the backup subprocess ended without a result");
    finishRun(system, id, report.backedUp, clock.now());
    const failed = report.backedUp.run.companies.filter(({ error }) => error !== null);
    for (const { id: company, error } of failed)
      log.error({ company, error }, "company is missing from the backup");
    for (const { id: company, leftOut } of report.backedUp.run.companies)
      if (leftOut) log.error({ company, ...leftOut }, "media are missing from the backup");
    if (failed.length > 0) notifyFailure(installation, failed.map(({ name }) => name).join(", "));
    else if (source === "asked") notifyDone(installation, id);
  } catch (error) {
    if (lastRun(system)?.state === "cancelled") return;
    failRun(system, id, (error as Error).message, clock.now());
    log.error({ err: error }, "backup failed; retried in an hour if it was the nightly one");
    notifyFailure(installation, (error as Error).message);
  } finally {
    setCurrentBackup(installation, null);
  }
}

/** Notifies the user who started the backup. */
const notifyDone = (installation: Installation, id: number): void =>
  notifyProvider(installation, { code: "backup_done", details: {}, key: `backup_done:${id}` });

/** Notifies the provider's admins of a failure, at most once a day. */
const notifyFailure = (installation: Installation, name: string): void =>
  notifyProvider(installation, {
    code: "backup_failed",
    details: { name },
    key: `backup_failed:${dayAt(installation.clock.now(), installation.config.timeZone)}`,
  });
