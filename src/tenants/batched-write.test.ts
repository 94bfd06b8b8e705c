import { afterEach, beforeEach, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { type TestInstallation, testInstallation } from "#test/helpers/installation.ts";
import { batchedWrite } from "./batched-write.ts";
import type { Tenant } from "./tenant.ts";

let app: TestInstallation;
let tenant: Tenant;
beforeEach(() => {
  app = testInstallation();
  tenant = app.company();
});
afterEach(() => app.close());

/** A write that uses the CPU for this many ms. */
const note = (key: string, ms = 0) =>
  batchedWrite(tenant, () => {
    const end = performance.now() + ms;
    while (performance.now() < end);
    run(tenant.db, "INSERT INTO setting VALUES (?, ?)", key, key);
    return key;
  });
const stored = (key: string) => one(tenant.db, "SELECT 1 FROM setting WHERE key = ?", key) !== undefined;

test("batched writes are committed in order, all resolve, and other work runs in between", async () => {
  const keys = Array.from({ length: 20 }, (_, n) => `n${n}`);
  const answers = Promise.all(keys.map((key) => note(key, 1)));
  const seen = new Set<string>();
  while (!stored("n19")) {
    await yieldToEventLoop("server");
    seen.add(keys.filter(stored).join());
  }
  expect(seen.size).toBeGreaterThan(5);
  // At each point, the rows are a prefix of the final order.
  for (const done of seen) expect(keys.join().startsWith(done)).toBe(true);
  expect(await answers).toEqual(keys);
});

test("a failed batched write rejects alone; the others are committed", async () => {
  const bad = batchedWrite(tenant, () => {
    throw new Error("no");
  });
  const all = await Promise.allSettled([note("a"), bad, note("b", 5), note("c")]);
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(["a", "b", "c"].map(stored)).toEqual([true, true, true]);
});

test("a write that arrives during a batch is committed after it", async () => {
  const first = note("a", 3);
  const second = note("b", 3);
  await first;
  expect(await Promise.all([second, note("c")])).toEqual(["b", "c"]);
});
