import { Cron } from "croner";
import type { Log } from "#platform/log.ts";
import type { Job } from "./define-job.ts";

export interface Scheduler {
  /** Ends the timers and waits for running jobs. */
  stop(): Promise<void>;
}

/** A start has enough to do before. */
const NIGHTLY_AFTER_MS = 15 * 60_000;

/**
 * Runs jobs in this process; a job never overlaps itself, and one that fails is logged and tried at its next turn. Those
 * of the night run once behind each start too, one after the other: a machine that is off at night would never come to
 * them. They ask for what is due, so once more does no harm.
 */
export function startJobs<Scope>(
  jobs: readonly Job<Scope>[],
  scope: Scope,
  options: { timeZone: string; log: Log; nightlyAfterMs?: number },
): Scheduler {
  const running = new Set<Promise<void>>();
  const crons = jobs.map((job) => {
    const work = async () => {
      const turn = (async () => {
        try {
          await job.run(scope);
        } catch (error) {
          options.log.error({ job: job.name, err: error }, "job failed");
        }
      })();
      running.add(turn);
      await turn;
      running.delete(turn);
    };
    const settings = { protect: true, unref: true };
    return typeof job.every === "string"
      ? new Cron(job.every, { ...settings, timezone: options.timeZone }, work)
      : // A period is the same in every zone, and reckoning in one is dear.
        new Cron("* * * * * *", { ...settings, interval: job.every.seconds }, work);
  });
  // What fell due while nothing ran need not wait for the next full second.
  jobs.forEach((job, index) => {
    if (typeof job.every !== "string" && job.every.seconds === 1) void crons[index]?.trigger();
  });
  let isStopped = false;
  const behindStart = setTimeout(async () => {
    for (const [index, { every }] of jobs.entries()) {
      const cron = crons[index];
      if (typeof every === "string" && !isStopped && !cron?.isBusy()) await cron?.trigger();
    }
  }, options.nightlyAfterMs ?? NIGHTLY_AFTER_MS);
  behindStart.unref();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(behindStart);
      for (const cron of crons) cron.stop();
      await Promise.all(running);
    },
  };
}
