import { afterEach, expect, test } from "bun:test";
import { afterPaint } from "./use-after-paint.ts";

afterEach(() => {
  Reflect.deleteProperty(globalThis, "scheduler");
});

test("all callers that wait for a paint continue in one task, after more urgent work of the browser", async () => {
  const waiting: { work: () => void; priority: string }[] = [];
  Object.assign(globalThis, {
    scheduler: {
      postTask: (work: () => void, { priority }: { priority: string }) => waiting.push({ work, priority }),
    },
  });
  const done: string[] = [];
  void afterPaint().then(() => done.push("notes"));
  void afterPaint().then(() => done.push("contact"));
  await new Promise((drawn) => requestAnimationFrame(drawn));
  expect(waiting.map(({ priority }) => priority)).toEqual(["background"]);
  expect(done).toEqual([]);
  waiting[0]?.work();
  await Promise.resolve();
  expect(done).toEqual(["notes", "contact"]);
});

test("a call after a paint waits for the next paint", async () => {
  const first = afterPaint();
  await new Promise((drawn) => requestAnimationFrame(drawn));
  expect(afterPaint()).not.toBe(first);
  await afterPaint();
});
