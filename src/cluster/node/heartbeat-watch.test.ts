import { expect, test } from "bun:test";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { fakeClock } from "#platform/clock.ts";
import { createHeartbeatWatch } from "./heartbeat-watch.ts";

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

test("a node whose wall clock is an hour off is alive while its heartbeat changes", () => {
  const clock = fakeClock();
  const watch = createHeartbeatWatch(clock);
  for (let second = 0; second < 5; second += 1) {
    watch.saw([beat("late", clock.now() - 3_600_000), beat("early", clock.now() + 3_600_000)]);
    clock.advance(1000);
  }
  expect([watch.isAlive("late"), watch.isAlive("early")]).toEqual([true, true]);
});

test("a node whose heartbeat does not change is dead, even if the time in it is current", () => {
  const clock = fakeClock();
  const watch = createHeartbeatWatch(clock);
  const last = beat("dead", clock.now() + 60_000);
  watch.saw([beat("dead", 1)]);
  watch.saw([last]);
  expect(watch.isAlive("dead")).toBe(true);
  clock.advance(10_000);
  watch.saw([last]);
  expect(watch.isAlive("dead")).toBe(false);
  expect(watch.silentMs("dead")).toBe(10_000);
});

test("a node whose heartbeat was seen only once does not count as alive", () => {
  const watch = createHeartbeatWatch(fakeClock());
  watch.saw([beat("left behind", Date.now())]);
  expect(watch.isAlive("left behind")).toBe(false);
  expect(watch.isAlive("unknown")).toBe(false);
});
