import { expect, test } from "bun:test";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { fakeClock } from "#platform/clock.ts";
import { refuseSameName } from "./same-name.ts";

const beat = (node: string, atMs: number): Heartbeat => ({
  node,
  address: "",
  role: "standby",
  applied: {},
  isReady: true,
  version: "test",
  formats: [1],
  atMs,
});

/** Starts node `b` while the nodes of `running` send a heartbeat each second; `stored` was sent before. */
async function start(running: readonly string[], stored: readonly string[] = []) {
  const clock = fakeClock(0);
  const { leases } = createMemoryLeases(clock).connect();
  const send = (node: string) => leases.beat(beat(node, clock.now()), { timeoutMs: 800 });
  for (const node of [...running, ...stored]) void send(node);
  for (let passed = 0; passed < 100; passed += 1) await Promise.resolve();
  let outcome: string | undefined;
  void refuseSameName(leases, "b", clock).then(
    () => {
      outcome = "started";
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  for (let passed = 0; passed < 5000 && outcome === undefined; passed += 100) {
    if (passed % 1000 === 500) for (const node of running) void send(node);
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return outcome;
}

test("a second node of the same name does not start while the first one runs", async () => {
  expect(await start(["a", "b"])).toContain("set CLUSTER_NODE");
});

test("a node starts again under its name after its former process has ended", async () => {
  expect(await start(["a"], ["b"])).toBe("started");
});

test("a node with a new name starts immediately", async () => {
  expect(await start(["a"])).toBe("started");
});
