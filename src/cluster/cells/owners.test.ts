import { expect, test } from "bun:test";
import type { Lease } from "#cluster/lease/lease.ts";
import { createMemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import { fakeClock } from "#platform/clock.ts";
import { watchOwners } from "./owners.ts";

const lease = (node: string, more: Partial<Lease> = {}): Lease => ({
  node,
  incarnation: `${node} 1`,
  address: `https://${node}:3443`,
  counter: 1,
  successor: "",
  ...more,
});

async function start() {
  const clock = fakeClock(0);
  const memory = createMemoryLeases(clock);
  const { leases, way } = memory.connect();
  const write = (cell: number, next: Lease) =>
    leases.write(cell, next, { revision: memory.entry(cell).revision, timeoutMs: 100 });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await write(1, lease("a"));
  await write(3, lease("c"));
  const owners = watchOwners({ leases, own: 2, clock });
  const lost: string[] = [];
  owners.onLost((cell, { node }) => lost.push(`${cell} ${node}`));
  await pass(100);
  return { owners, write, pass, lost, way };
}

test("the owners of all cells are known, and a cell without an owner yet has none", async () => {
  const { owners } = await start();
  expect(owners.cells).toEqual([1, 2, 3]);
  expect(owners.of(1)).toEqual({ node: "a", incarnation: "a 1", address: "https://a:3443" });
  expect([owners.of(2), owners.of(4)]).toEqual([null, null]);
});

test("a takeover is noticed within a second, and its listener gets the former owner", async () => {
  const { owners, write, pass, lost } = await start();
  await write(1, lease("b"));
  await pass(1000);
  expect(owners.of(1)?.node).toBe("b");
  expect(lost).toEqual(["1 a"]);
  await write(1, lease("b", { counter: 2 }));
  await pass(1000);
  expect(lost).toEqual(["1 a"]);
  await write(1, lease("b", { incarnation: "b 2" }));
  await pass(1000);
  expect(lost).toEqual(["1 a", "1 b"]);
});

test("a released lease, one without an address and one that is not renewed have no owner", async () => {
  const { owners, write, pass } = await start();
  await write(1, lease("", { address: "" }));
  await write(3, lease("c", { address: "" }));
  await pass(1000);
  expect([owners.of(1), owners.of(3)]).toEqual([null, null]);
  await write(1, lease("a", { counter: 9 }));
  await pass(34_000);
  expect(owners.of(1)?.node).toBe("a");
  await pass(2000);
  expect(owners.of(1)).toBeNull();
});

test("a cell that is created later is found within 6 s", async () => {
  const { owners, write, pass } = await start();
  await write(4, lease("d"));
  await pass(6000);
  expect(owners.cells).toEqual([1, 2, 3, 4]);
  expect(owners.of(4)?.node).toBe("d");
});

test("while no server answers, the known owners stay", async () => {
  const { owners, pass, way } = await start();
  way.isCut = true;
  await pass(20_000);
  expect(owners.of(1)?.node).toBe("a");
});
