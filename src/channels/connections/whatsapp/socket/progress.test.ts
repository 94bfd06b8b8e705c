import { expect, test } from "bun:test";
import { createProgress } from "./progress.ts";

const LIMIT = 30_000;
const forever = () => new Promise<void>(() => {});

test("a task that does not end is reported as stuck after the time limit", () => {
  const progress = createProgress(LIMIT);
  void progress.track("message", forever());
  expect(progress.look(20_000)).toBeNull();
  expect(progress.look(10_001)).toBe("no message has ended for 30 s");
});

test("tasks of one kind that end do not hide a task of another kind that does not end", async () => {
  const progress = createProgress(LIMIT);
  void progress.track("message", forever());
  expect(progress.look(20_000)).toBeNull();
  await progress.track("receipt", Promise.resolve());
  expect(progress.look(10_001)).toContain("no message");
});

test("many tasks that each end within the time limit are not reported as stuck", async () => {
  const progress = createProgress(LIMIT);
  for (let round = 0; round < 5; round++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    void progress.track("message", promise);
    expect(progress.look(29_000)).toBeNull();
    resolve();
    await promise;
  }
  expect(progress.look(29_000)).toBeNull();
});

test("a single task that never ends is reported as stuck although other tasks of its kind end", async () => {
  const progress = createProgress(LIMIT);
  void progress.track("message", forever());
  let verdict: string | null = null;
  for (let passed = 0; passed <= 10 * LIMIT; passed += 10_000) {
    await progress.track("message", Promise.resolve());
    verdict = progress.look(10_000);
  }
  expect(verdict).toBe("one message does not end");
});

test("a failed task counts as ended, and `patience` multiplies the time limit of a task", async () => {
  const progress = createProgress(LIMIT);
  await progress.track("message", Promise.reject(new Error("no"))).catch(() => {});
  void progress.track("history", forever(), 4);
  expect(progress.look(4 * LIMIT)).toBeNull();
  expect(progress.look(1)).toContain("no history");
});
