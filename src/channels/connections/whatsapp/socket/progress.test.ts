import { expect, test } from "bun:test";
import { createProgress } from "./progress.ts";

const LIMIT = 30_000;
const forever = () => new Promise<void>(() => {});

test("a task that does not end is reported as stuck after the time limit", () => {
  const progress = createProgress(LIMIT);
  void progress.track("message", forever());
  expect(progress.look(20_000)).toBeNull();
  expect(progress.look(10_000)).toBeNull();
  expect(progress.look(1)).toBe("a message has not ended for 30 s");
});

test("a task that does not end is reported after the same time while other tasks end", async () => {
  const progress = createProgress(LIMIT);
  void progress.track("message", forever());
  for (let passed = 0; passed < LIMIT; passed += 1000) {
    await progress.track("message", Promise.resolve());
    expect(progress.look(1000)).toBeNull();
  }
  expect(progress.look(1)).toContain("a message");
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

test("a failed task is no longer watched, and the `patience` of a task multiplies its time limit", async () => {
  const progress = createProgress(LIMIT);
  await progress.track("message", Promise.reject(new Error("no"))).catch(() => {});
  void progress.track("history", forever(), 4);
  expect(progress.look(4 * LIMIT)).toBeNull();
  expect(progress.look(1)).toContain("a history");
});
