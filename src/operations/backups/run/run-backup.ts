import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { type Notice, notifyAdmins } from "#accounts/notices/index.ts";
import { trackSubprocess } from "#operations/backups/subprocess/running.ts";
import { spawnTask } from "#operations/backups/subprocess/spawn.ts";
import { storeOf } from "#operations/backups/target.ts";
import { dayAt } from "#platform/dates.ts";
import { transaction } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { setCurrentBackup } from "./current.ts";
import { isBackupDue } from "./nightly.ts";
import * as sql from "./record.sql.ts";
import { type BackupSource, beginRun, failRun, finishRun, lastRun } from "./record.ts";

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
    const told = await trackSubprocess(installation, apart, apart.done);
    if (!("backedUp" in told)) throw new Error("the backup subprocess ended without a result");
    finishRun(system, id, told.backedUp, clock.now());
    const failed = told.backedUp.run.companies.filter(({ error }) => error !== null);
    for (const { id: company, error } of failed)
      log.error({ company, error }, "company is missing from the backup");
    if (failed.length > 0) tellFailure(installation, failed.map(({ name }) => name).join(", "));
    else if (source === "asked") tellDone(installation, id);
  } catch (error) {
    if (lastRun(system)?.state === "cancelled") return;
    failRun(system, id, (error as Error).message, clock.now());
    log.error({ err: error }, "backup failed; retried in an hour if it was the nightly one");
    tellFailure(installation, (error as Error).message);
  } finally {
    setCurrentBackup(installation, null);
  }
}

/** Notifies the user who started the backup. */
const tellDone = (installation: Installation, id: number): void =>
  tellProvider(installation, { code: "backup_done", details: {}, key: `backup_done:${id}` });

/** Notifies the provider's admins of a failure, at most once a day. */
const tellFailure = (installation: Installation, name: string): void =>
  tellProvider(installation, {
    code: "backup_failed",
    details: { name },
    key: `backup_failed:${dayAt(installation.clock.now(), installation.config.timeZone)}`,
  });

function tellProvider({ tenants, log }: Installation, notice: Notice): void {
  if (!tenants.exists(PROVIDER_ID)) return;
  try {
    tenants.open(PROVIDER_ID).write((unit) => notifyAdmins(unit, notice));
  } catch (error) {
    log.error({ err: error }, "admins got no notice of the outcome of the backup");
  }
}
