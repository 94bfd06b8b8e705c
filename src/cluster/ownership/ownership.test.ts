import { afterEach, describe, expect, test } from "bun:test";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { decode, startTestNode, type TestNode, type TestNodeOptions } from "./testing/node.ts";

const started: TestNode[] = [];
afterEach(() => {
  for (const node of started.splice(0)) node.kill();
});

/** A clock that runs with the others' time, but whose tasks wait while the process is frozen. */
function freezable(shared: FakeClock) {
  let held: (() => void)[] | null = null;
  return {
    clock: {
      now: () => shared.now(),
      after: (ms: number, task: () => void) => shared.after(ms, () => (held ? held.push(task) : task())),
    },
    freeze: (node: TestNode) => {
      held = [];
      node.leaseWay.isCut = true;
      node.logWay.isCut = true;
    },
    wake: (node: TestNode) => {
      const tasks = held ?? [];
      held = null;
      node.leaseWay.isCut = false;
      node.logWay.isCut = false;
      for (const task of tasks) task();
    },
  };
}

function world() {
  const clock = fakeClock(0);
  const servers = createMemoryServers(clock);
  const leases = createMemoryLeases(clock);
  const start = (name: string, options: Partial<TestNodeOptions> = {}) => {
    const node = startTestNode(name, started.length, { clock, servers, leases, ...options });
    started.push(node);
    return node;
  };
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, servers, leases, start, pass };
}

describe("the owner of a cell", () => {
  test("the first of two nodes takes a free lease at once and the other one follows", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(10_000);
    expect([a.run.isOpen, b.run.isOpen]).toEqual([true, false]);
    expect(b.applied.length).toBe(1);
  });

  test("a standby takes over 5 s after the last renewal of a dead owner, with everything acknowledged", async () => {
    const { start, pass, clock } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(4000);
    await a.write("order 1");
    a.kill();
    const diedAt = clock.now();
    while (!b.run.isOpen) await pass(50);
    expect(clock.now() - diedAt).toBeLessThan(6000);
    expect(clock.now() - diedAt).toBeGreaterThan(3900);
    expect(b.applied.map((message) => decode(message).text)).toContain("order 1");
  });

  test("a frozen owner acknowledges nothing after it wakes, and exits as deposed", async () => {
    const { start, pass, clock } = world();
    const frozen = freezable(clock);
    const a = start("a", { clock: frozen.clock });
    await pass(300);
    const b = start("b");
    await pass(4000);
    frozen.freeze(a);
    await pass(8000);
    expect(b.run.isOpen).toBe(true);
    expect(a.stopped).toBeNull();
    frozen.wake(a);
    const writing = a.write("late");
    await pass(1000);
    await writing;
    expect(a.acknowledged).toEqual([]);
    expect(a.stopped).toBe("deposed");
  });

  test("control: an owner that ignores doors and sequence acknowledges after it was replaced", async () => {
    const { start, pass, clock } = world();
    const frozen = freezable(clock);
    const a = start("a", { clock: frozen.clock, ignoresDoors: true, ignoresSequence: true });
    await pass(300);
    start("b");
    await pass(4000);
    frozen.freeze(a);
    await pass(8000);
    frozen.wake(a);
    await a.write("late");
    expect(a.acknowledged).toEqual(["late"]);
  });

  test("an owner cut off from the bucket of leases closes its doors a second before a standby may try", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(4000);
    a.leaseWay.isCut = true;
    let closed = 0;
    for (; a.run.isOpen; closed += 50) await pass(50);
    await a.write("stored behind closed doors");
    expect(a.acknowledged).toEqual([]);
    let taken = closed;
    for (; !b.run.isOpen; taken += 50) await pass(50);
    expect(taken - closed).toBeGreaterThanOrEqual(900);
  });

  test("doors open again when the servers come back before another node took over", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(4000);
    for (const node of [a, b]) {
      node.leaseWay.isCut = true;
      node.logWay.isCut = true;
    }
    await pass(20_000);
    expect(a.run.isOpen).toBe(false);
    for (const node of [a, b]) {
      node.leaseWay.isCut = false;
      node.logWay.isCut = false;
    }
    await pass(3000);
    expect([a.run.isOpen, b.run.isOpen, a.stopped]).toEqual([true, false, null]);
  });

  test("an outage of the servers causes no takeover, whenever it begins, because the owner renews its lease before a standby may try", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(3000);
    for (let outage = 0; outage < 12; outage += 1) {
      for (const { leaseWay } of [a, b]) leaseWay.isCut = true;
      // Each outage begins and ends at other moments between the heartbeats.
      await pass(6000 + outage * 150);
      expect(a.run.isOpen).toBe(false);
      for (const { leaseWay } of [a, b]) leaseWay.isCut = false;
      await pass(4050);
      expect([a.run.isOpen, b.run.isOpen, b.promotedAt]).toEqual([true, false, null]);
    }
  });

  test("a planned release lets only the named successor take the lease at once", async () => {
    const { start, pass, clock } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    const c = start("c");
    await pass(4000);
    await a.run.release("c");
    const releasedAt = clock.now();
    while (!c.run.isOpen) await pass(50);
    expect(clock.now() - releasedAt).toBeLessThan(2000);
    expect([a.stopped, b.run.state.phase]).toEqual(["released", "standby"]);
  });

  test("any node takes the lease after its patience when the named successor does not come", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(4000);
    await a.run.release("gone");
    await pass(4000);
    expect(b.run.isOpen).toBe(false);
    await pass(3000);
    expect(b.run.isOpen).toBe(true);
  });

  test("a node that is not ready is never promoted", async () => {
    const { start, pass } = world();
    const a = start("a");
    a.run.setReady(false);
    await pass(10_000);
    expect(a.run.state.phase).toBe("standby");
  });

  test("a node whose copy fails while it takes over lets the next one try", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(4000);
    b.logWay.isCut = true;
    a.kill();
    const phase = () => b.run.state.phase;
    while (phase() !== "marking") await pass(50);
    b.run.setReady(false);
    const c = start("c");
    await pass(9000);
    expect([phase(), c.run.isOpen]).toEqual(["standby", true]);
  });

  test("a standby takes over with messages that the log stored but never confirmed to the dead owner", async () => {
    const { start, pass } = world();
    const a = start("a");
    await pass(300);
    const b = start("b");
    await pass(4000);
    a.logWay.faults = { ...a.logWay.faults, lostAnswers: 1, random: () => 0, delayMs: 1 };
    void a.write("stored without an answer");
    await pass(200);
    a.kill();
    await pass(8000);
    expect(b.run.isOpen).toBe(true);
    expect(b.applied.map((message) => decode(message).text)).toContain("stored without an answer");
    expect(a.acknowledged).toEqual([]);
  });
});
