import { expect, test } from "bun:test";
import { monotonicClock } from "#cluster/monotonic.ts";
import { fakeClock } from "#platform/clock.ts";
import { watchReachability } from "./reachability.ts";

const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

function start() {
  const clock = fakeClock();
  const state = { isOpen: true, attempts: 0 };
  const { watch } = watchReachability("https://127.0.0.1:3443", clock, async () => {
    state.attempts += 1;
    return state.isOpen;
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500);
      await settle();
    }
  };
  return { state, watch, pass };
}

test("a machine that refuses connections is noticed by every request that waits for it", async () => {
  const { state, watch, pass } = start();
  const lost: string[] = [];
  watch(() => lost.push("first"));
  watch(() => lost.push("second"));
  await pass(2000);
  expect(lost).toEqual([]);
  state.isOpen = false;
  await pass(1000);
  expect(lost).toEqual(["first", "second"]);
});

test("no connection is tried while answers come, or when nothing waits", async () => {
  const { state, watch, pass } = start();
  watch(() => {})(true);
  await settle();
  const before = state.attempts;
  for (let n = 0; n < 10; n += 1) {
    const answered = watch(() => {});
    await pass(500);
    answered(true);
  }
  await pass(5000);
  expect(state.attempts).toBe(before);
});

test("a slow answer of a reachable machine is awaited", async () => {
  const { watch, pass } = start();
  let isLost = false;
  const answered = watch(() => {
    isLost = true;
  });
  await pass(30_000);
  answered(true);
  expect(isLost).toBe(false);
});

test("a port that is open is reachable until it is closed", async () => {
  const tried = Promise.withResolvers<void>();
  const socket = { open: () => tried.resolve(), data() {} };
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket });
  const { watch } = watchReachability(`https://127.0.0.1:${server.port}`, monotonicClock);
  const lost = Promise.withResolvers<void>();
  let isOpen = true;
  watch(() => {
    expect(isOpen).toBe(false);
    lost.resolve();
  });
  await tried.promise;
  isOpen = false;
  server.stop(true);
  await lost.promise;
}, 10_000);
