import { Cron } from "croner";
import type { Log } from "#platform/log.ts";
import type { Job } from "./define-job.ts";

export interface Scheduler {
  /**
   * Runs a job now, or after its current run has ended; throws what the job throws. Scheduled runs that fall due meanwhile are
   * skipped. For tests and commands.
   */
  runNow(name: string): Promise<void>;
  /** Ends the timers and waits for running jobs. */
  stop(): Promise<void>;
}

/** When one job runs. */
interface Timer {
  trigger(): unknown;
  isBusy(): boolean;
  stop(): void;
}

/**
 * Offset between the starts of two jobs with the same period, ms, so that they do not all run in one turn of the event loop.
 */
const OFFSET_MS = 17;

/** How long after a start the nightly jobs run, ms: during the start the server is busy. */
const NIGHTLY_AFTER_MS = 15 * 60_000;

/**
 * Runs jobs in this process. A job never overlaps itself; a failed one is logged and runs again after its period. Nightly
 * jobs also run once after each start, one after the other, because a machine that is off at night would never run them.
 * They read what is due, so an additional run changes nothing.
 */
export function startJobs<Scope>(
  jobs: readonly Job<Scope>[],
  scope: Scope,
  options: { timeZone: string; log: Log; nightlyAfterMs?: number },
): Scheduler {
  /** The current run of each running job, by name. */
  const running = new Map<string, Promise<void>>();
  const runAlone = async (job: Job<Scope>): Promise<void> => {
    const turn = (async () => job.run(scope))();
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    running.set(job.name, settled);
    await settled;
    running.delete(job.name);
    return turn;
  };
  const timers = jobs.map((job, index): Timer => {
    const work = async () => {
      if (running.has(job.name)) return;
      try {
        await runAlone(job);
      } catch (error) {
        options.log.error({ job: job.name, err: error }, "job failed");
      }
    };
    return typeof job.every === "string"
      ? new Cron(job.every, { protect: true, unref: true, timezone: options.timeZone }, work)
      : periodic(job.every.seconds * 1000, index * OFFSET_MS, work);
  });
  // Work that became due while the server was stopped need not wait for the next full second.
  jobs.forEach((job, index) => {
    if (typeof job.every !== "string" && job.every.seconds === 1) void timers[index]?.trigger();
  });
  let isStopped = false;
  const behindStart = setTimeout(async () => {
    for (const [index, { every }] of jobs.entries()) {
      const timer = timers[index];
      if (typeof every === "string" && !isStopped && !timer?.isBusy()) await timer?.trigger();
    }
  }, options.nightlyAfterMs ?? NIGHTLY_AFTER_MS);
  behindStart.unref();
  return {
    async runNow(name) {
      const job = jobs.find((known) => known.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      while (running.has(name)) await running.get(name);
      await runAlone(job);
    },
    async stop() {
      isStopped = true;
      clearTimeout(behindStart);
      for (const timer of timers) timer.stop();
      await Promise.all(running.values());
    },
  };
}

/** A plain timer: a cron pattern would be computed again at every turn. */
function periodic(everyMs: number, offsetMs: number, work: () => Promise<void>): Timer {
  let isBusy = false;
  let interval: ReturnType<typeof setInterval> | undefined;
  const trigger = async () => {
    if (isBusy) return;
    isBusy = true;
    await work();
    isBusy = false;
  };
  const first = setTimeout(() => {
    interval = setInterval(trigger, everyMs);
    interval.unref();
  }, offsetMs);
  first.unref();
  return {
    trigger,
    isBusy: () => isBusy,
    stop() {
      clearTimeout(first);
      clearInterval(interval);
    },
  };
}
