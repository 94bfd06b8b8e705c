import { expect, test } from "bun:test";
import { createLog } from "#platform/log.ts";
import { defineJob } from "./define-job.ts";
import { startJobs } from "./scheduler.ts";

const options = { timeZone: "America/Sao_Paulo", log: createLog("silent"), nightlyAfterMs: 1 };
// A date half a year away, so that no scheduled run happens during the test.
const every = `0 0 3 1 ${((new Date().getMonth() + 6) % 12) + 1} *`;

test("nightly jobs also run after a start, one after the other, for machines that are off at night", async () => {
  const ran: string[] = [];
  const done = Promise.withResolvers<void>();
  const jobs = [
    defineJob({ name: "failing", every, run: () => Promise.reject(new Error("once")) }),
    defineJob({
      name: "first",
      every,
      async run() {
        await Promise.resolve();
        ran.push("first");
      },
    }),
    defineJob({ name: "hourly", every: { seconds: 3600 }, run: () => void ran.push("hourly") }),
    defineJob({
      name: "second",
      every,
      run() {
        ran.push("second");
        done.resolve();
      },
    }),
  ];
  const scheduler = startJobs(jobs, undefined, options);
  await done.promise;
  await scheduler.stop();
  expect(ran).toEqual(["first", "second"]);
});

test("a stop waits for the running job and starts no other", async () => {
  const ran: string[] = [];
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = async () => {
    begun.resolve();
    await goOn.promise;
    ran.push("first");
  };
  const jobs = [
    defineJob({ name: "first", every, run: first }),
    defineJob({ name: "second", every, run: () => void ran.push("second") }),
  ];
  const scheduler = startJobs(jobs, undefined, options);
  await begun.promise;
  const stopped = scheduler.stop();
  goOn.resolve();
  await stopped;
  expect(ran).toEqual(["first"]);
});

test("a periodic job repeats and never overlaps itself", async () => {
  let [running, most, runs] = [0, 0, 0];
  const done = Promise.withResolvers<void>();
  const job = defineJob({
    name: "often",
    every: { seconds: 0.001 },
    async run() {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      if (runs === 3) done.resolve();
      await Bun.sleep(3);
      running -= 1;
    },
  });
  const scheduler = startJobs([job], undefined, options);
  await done.promise;
  await scheduler.stop();
  const ended = runs;
  await Bun.sleep(5);
  expect([most, runs]).toEqual([1, ended]);
});

test("a job that is run by hand waits for its scheduled run and does not overlap it", async () => {
  const steps: string[] = [];
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const job = defineJob({
    name: "mails",
    every: { seconds: 1 },
    async run() {
      runs += 1;
      const number = runs;
      steps.push(`begin ${number}`);
      begun.resolve();
      await goOn.promise;
      steps.push(`end ${number}`);
    },
  });
  const scheduler = startJobs([job], undefined, options);
  await begun.promise;
  const byHand = scheduler.runNow("mails");
  goOn.resolve();
  await byHand;
  await scheduler.stop();
  expect(steps).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
});

test("running a job by hand rejects with the job's error, and the job can run again", async () => {
  let runs = 0;
  const job = defineJob({
    name: "failing",
    every,
    run() {
      runs += 1;
      throw new Error("disk full");
    },
  });
  const scheduler = startJobs([job], undefined, { ...options, nightlyAfterMs: 60_000 });
  await expect(scheduler.runNow("failing")).rejects.toThrow("disk full");
  await expect(scheduler.runNow("failing")).rejects.toThrow("disk full");
  await expect(scheduler.runNow("unknown")).rejects.toThrow("there is no job unknown");
  await scheduler.stop();
  expect(runs).toBe(2);
});
