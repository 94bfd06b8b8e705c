import { Cron } from "croner";
import type { Log } from "#platform/log.ts";
import type { Job } from "./define-job.ts";

export interface Scheduler {
  /** Ends the timers and waits for running jobs. */
  stop(): Promise<void>;
}

/** Runs jobs in this process; a job never overlaps itself, and one that fails is logged and tried at its next turn. */
export function startJobs<Scope>(
  jobs: readonly Job<Scope>[],
  scope: Scope,
  options: { timeZone: string; log: Log },
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
  return {
    async stop() {
      for (const cron of crons) cron.stop();
      await Promise.all(running);
    },
  };
}
