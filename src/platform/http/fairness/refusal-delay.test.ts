import { beforeEach, expect, test } from "bun:test";
import { AppError } from "#platform/errors.ts";
import { createRefusalDelay } from "./refusal-delay.ts";

let at = 0;
let timers: { readonly at: number; readonly work: () => void }[] = [];
beforeEach(() => {
  at = 0;
  timers = [];
});
const hold = () =>
  createRefusalDelay({ now: () => at, after: (ms, work) => void timers.push({ at: at + ms, work }) });

/** Lets the clock run to `end`, timer by timer. */
async function runTo(end: number): Promise<void> {
  for (;;) {
    const due = timers.toSorted((a, b) => a.at - b.at).find((timer) => timer.at <= end);
    if (!due) break;
    timers = timers.filter((timer) => timer !== due);
    at = due.at;
    due.work();
    await Promise.resolve();
  }
  at = end;
  await Promise.resolve();
}

test("of a thousand simultaneous refusals 50 are sent at once and the others spread over a second", async () => {
  const refuse = hold();
  const answered: number[] = [];
  for (let n = 0; n < 1000; n += 1)
    refuse(new AppError(429, "ERR_RATE_LIMIT")).catch(() => void answered.push(at));
  await runTo(0);
  expect(answered).toHaveLength(50);
  await runTo(999);
  expect(answered).toHaveLength(50);
  await runTo(3000);
  expect(answered).toHaveLength(1000);
  const together = Math.max(
    ...Map.groupBy(answered.slice(50), (time) => time)
      .values()
      .map((all) => all.length),
  );
  expect(together).toBeLessThanOrEqual(16);
  expect(answered.at(-1)).toBeLessThan(2000);
  expect(timers).toHaveLength(0);
});

test("a refusal in the next second is sent at once again", async () => {
  const refuse = hold();
  for (let n = 0; n < 60; n += 1) refuse(new AppError(429, "ERR_RATE_LIMIT")).catch(() => undefined);
  await runTo(1500);
  await expect(refuse(new AppError(429, "ERR_RATE_LIMIT"))).rejects.toThrow("ERR_RATE_LIMIT");
});
