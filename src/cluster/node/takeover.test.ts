import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { createMemoryServers } from "#cluster/log/testing/memory-log.ts";
import { fakeClock } from "#platform/clock.ts";
import { readHeader } from "#platform/db/ship/format.ts";
import { type FileNode, startFileNode } from "./testing.ts";

let clock: ReturnType<typeof fakeClock>;
let world: Parameters<typeof startFileNode>[1];
let nodes: FileNode[] = [];
beforeEach(() => {
  clock = fakeClock();
  world = { clock, servers: createMemoryServers(clock), leases: createMemoryLeases(clock) };
});
afterEach(() => {
  for (const node of nodes) node.remove();
  nodes = [];
});

const start = (name: string, options?: Parameters<typeof startFileNode>[2]) => {
  const node = startFileNode(name, world, options);
  nodes.push(node);
  return node;
};
/** Lets time pass until the condition holds. */
async function until(isTrue: () => boolean, limitMs = 60_000): Promise<void> {
  for (let passed = 0; passed < limitMs && !isTrue(); passed += 50) {
    clock.advance(50);
    await Bun.sleep(1);
  }
  expect(isTrue()).toBe(true);
}
/** Awaits work while the fake clock advances; an append needs it. */
async function during<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  await until(() => isOver);
  return work;
}

describe("a takeover with real files", () => {
  test("the standby has every acknowledged commit, and the former owner ends without acknowledging another", async () => {
    const a = start("a");
    await until(() => a.owner !== null);
    const b = start("b");
    for (const text of ["one", "two", "three"]) expect(await during(a.write(text))).toBe(true);
    await until(() => b.node.applied === a.node.heartbeat().applied["1"]);
    expect(b.texts()).toEqual(["one", "two", "three"]);
    await a.node.ownership.release("b");
    await until(() => b.owner !== null);
    expect(b.texts()).toEqual(["one", "two", "three"]);
    expect(await during(b.write("four"))).toBe(true);
    expect(await a.write("late")).toBe(false);
    expect(b.texts()).toEqual(["one", "two", "three", "four"]);
  });

  test("an owner that another node replaced acknowledges nothing more, and ends", async () => {
    const a = start("a");
    await until(() => a.owner !== null);
    const b = start("b");
    expect(await during(a.write("one"))).toBe(true);
    a.cutLease();
    await until(() => b.owner !== null);
    // Its own clock may have stood still: even with an open door the log refuses the append.
    expect(await during(a.write("late"))).toBe(false);
    a.owner?.db.prepare("INSERT INTO note VALUES ('later')").run();
    await until(() => a.ended === "deposed");
    expect(b.texts()).toEqual(["one"]);
  });

  test("control: without the fence a replaced owner acknowledges falsely, and readers refuse the log", async () => {
    const a = start("a", { isFenced: false });
    await until(() => a.owner !== null);
    const b = start("b");
    expect(await during(a.write("one"))).toBe(true);
    a.cutLease();
    await until(() => b.owner !== null);
    expect(await during(a.write("falsely acknowledged"))).toBe(true);
    expect(b.texts()).toEqual(["one"]);
    const c = start("c");
    await until(() => c.broken !== null);
    expect(String(c.broken)).toContain("the log cannot be applied (epoch)");
  });

  test("nodes that start behind a batch which a dead owner could not complete take over, and drop its parts", async () => {
    const a = start("a");
    await until(() => a.owner !== null);
    const b = start("b");
    expect(await during(a.write("one"))).toBe(true);
    await until(() => b.node.applied === world.servers.messages.length);
    await b.stop();
    // The log refuses every part behind the first one, until the owner is dead.
    world.servers.maxBytes = 1_500_000;
    const large = a.write(randomBytes(3_000_000).toString("base64"));
    const before = world.servers.messages.length;
    await until(() => world.servers.messages.length > before);
    a.cut(true);
    expect(await during(large)).toBe(false);
    world.servers.maxBytes = 0;
    const last = world.servers.messages.at(-1)?.body ?? new Uint8Array();
    expect(readHeader(last).part + 1).toBeLessThan(readHeader(last).parts);
    const again = start("b", { directory: b.directory });
    await until(() => again.owner !== null, 15_000);
    expect(again.texts()).toEqual(["one"]);
    expect(await during(again.write("two"))).toBe(true);
    const c = start("c");
    await until(() => c.node.applied === again.node.heartbeat().applied["1"]);
    expect(c.texts()).toEqual(["one", "two"]);
  });

  test("a third node that starts from nothing gets the same rows", async () => {
    const a = start("a");
    await until(() => a.owner !== null);
    for (let n = 0; n < 5; n += 1) await during(a.write(`row ${n}`));
    const c = start("c");
    await until(() => c.node.applied === a.node.heartbeat().applied["1"]);
    expect(c.texts()).toEqual(a.texts());
  });

  test("a standby whose program lacks migrations of the owner reports that and never takes over; an upgraded one does", async () => {
    const a = start("a", { schema: { company: 21 } });
    await until(() => a.owner !== null);
    expect(await during(a.write("one"))).toBe(true);
    const old = start("b", { schema: { company: 20 } });
    const current = start("c", { schema: { company: 21 } });
    await until(() => current.node.isReady && old.node.problem !== null);
    expect([old.node.isReady, old.node.problem]).toEqual([
      false,
      expect.stringContaining("(company): upgrade it"),
    ]);
    await a.node.ownership.release("b");
    await until(() => current.owner !== null);
    expect([old.owner, old.node.applied > 0]).toEqual([null, true]);
  });
});
