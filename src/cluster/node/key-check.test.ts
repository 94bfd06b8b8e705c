import { expect, test } from "bun:test";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { fakeClock } from "#platform/clock.ts";
import { createKeyCheck, refuseOtherKey, withProof } from "./key-check.ts";

const beat = (node: string, atMs: number): Heartbeat => ({
  node,
  address: "",
  role: "owner",
  applied: {},
  isReady: true,
  version: "test",
  formats: [1],
  atMs,
});
const ours = createKeyCheck("the key of this installation");
const theirs = createKeyCheck("another key");

/** Starts a node `b` with `ours` while node `a` sends heartbeats; with `isOver`, `a` sends none any more. */
async function start(check: typeof ours | null, isOver = false) {
  const clock = fakeClock(0);
  const { leases } = createMemoryLeases(clock).connect();
  const running = check ? withProof(leases, check) : leases;
  const send = () => void running.beat(beat("a", clock.now()), { timeoutMs: 100 });
  send();
  let outcome: string | undefined;
  void refuseOtherKey(leases, ours, clock).then(
    () => {
      outcome = "started";
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  for (let passed = 0; passed < 5000 && outcome === undefined; passed += 100) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
    if (!isOver && passed % 1000 === 500) send();
  }
  return outcome;
}

test("a node does not start beside a running node with another APP_SECRET", async () => {
  expect(await start(theirs)).toContain("APP_SECRET differs from that of a");
});

test("a node starts beside a node with the same key, or with a program that sends no proof of its key", async () => {
  expect(await start(ours)).toBe("started");
  expect(await start(null)).toBe("started");
});

test("a node starts after all nodes with the former key have ended", async () => {
  expect(await start(theirs, true)).toBe("started");
});

test("a proof of the key is valid for one node and one start only", () => {
  const proof = ours.prove(beat("a", 1));
  expect(ours.isSame({ ...beat("a", 1), proof })).toBe(true);
  expect(ours.isSame({ ...beat("b", 1), proof })).toBe(false);
  expect(ours.isSame({ ...beat("a", 2), proof })).toBe(false);
});
