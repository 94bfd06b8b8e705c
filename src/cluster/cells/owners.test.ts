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
  return { owners, write, pass, lost, way, leases };
}

test("the owners of all cells are known, and a cell without an owner yet has none", async () => {
  const { owners } = await start();
  expect(owners.cells).toEqual([1, 2, 3]);
  expect(owners.of(1)).toEqual({ node: "a", incarnation: "a 1", address: "https://a:3443" });
  expect([owners.of(2), owners.of(4)]).toEqual([null, null]);
});

test("a cell whose lease was removed does not exist until it has an owner again", async () => {
  const { owners, write, pass, leases } = await start();
  expect(owners.isListed).toBe(true);
  await leases.forgetCell(3);
  await pass(1000);
  expect([owners.cells, owners.of(3)]).toEqual([[1, 2], null]);
  await pass(10_000);
  expect(owners.cells).toEqual([1, 2]);
  await write(3, lease("c"));
  await pass(1000);
  expect(owners.cells).toEqual([1, 2, 3]);
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

const MANY = 60;

/** An installation with 60 cells; `reads`: how often each lease was read since the last call. */
async function startMany() {
  const clock = fakeClock(0);
  const memory = createMemoryLeases(clock);
  const { leases } = memory.connect();
  const write = (cell: number, next: Lease) =>
    leases.write(cell, next, { revision: memory.entry(cell).revision, timeoutMs: 100 });
  for (let cell = 1; cell <= MANY; cell += 1) await write(cell, lease(`n${cell}`));
  let counts = new Map<number, number>();
  const counting: typeof leases = {
    ...leases,
    read(cell, options) {
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
      return leases.read(cell, options);
    },
  };
  const owners = watchOwners({ leases: counting, own: 2, clock });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const reads = () => {
    const before = counts;
    counts = new Map();
    return before;
  };
  await pass(100);
  return { owners, write, pass, reads };
}
const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((all, one) => all + one, 0);

test("with 60 cells the first poll reads all leases, and each later one 16", async () => {
  const { owners, pass, reads } = await startMany();
  expect(sum(reads())).toBe(MANY);
  expect(owners.cells.map((cell) => owners.of(cell)?.node)).toEqual(owners.cells.map((cell) => `n${cell}`));
  await pass(10_000);
  expect(sum(reads())).toBe(20 * 16);
});

test("with 60 cells those in use are read every 500 ms, and the others in turn", async () => {
  const { owners, write, pass, reads } = await startMany();
  owners.of(40);
  const unuse = owners.use(50);
  reads();
  await pass(10_000);
  const counts = reads();
  expect([2, 40, 50].map((cell) => counts.get(cell))).toEqual([20, 20, 20]);
  // 13 of the other 57 in each poll.
  for (let cell = 3; cell <= 39; cell += 1) expect(counts.get(cell)).toBeWithin(4, 6);
  await write(40, lease("other"));
  await pass(600);
  expect(owners.of(40)?.node).toBe("other");
  await write(7, lease("other"));
  await pass(3000);
  expect(owners.of(7)?.node).toBe("other");
  await pass(61_000);
  reads();
  await pass(10_000);
  expect(reads().get(50)).toBe(20);
  unuse();
  await pass(10_000);
  expect(reads().get(50)).toBeLessThan(7);
});

test("with 60 cells in use each is read in turn, and a renewed lease is never taken for a silent one", async () => {
  const { owners, write, pass } = await startMany();
  for (let cell = 1; cell <= MANY; cell += 1) owners.use(cell);
  for (let second = 1; second <= 45; second += 1) {
    for (let cell = 1; cell < MANY; cell += 1) await write(cell, lease(`n${cell}`, { counter: second }));
    await pass(1000);
  }
  for (let cell = 1; cell < MANY; cell += 1) expect(owners.of(cell)?.node).toBe(`n${cell}`);
  expect(owners.of(MANY)).toBeNull();
});

test("an older lease counts only after 15 s, also when it is read seldom", async () => {
  const { owners, write, pass, older } = await startOlder();
  await write(1, lease("b"));
  await pass(1000);
  await pass(30_000);
  older.isOn = true;
  await pass(14_000);
  expect(owners.of(1)?.node).toBe("b");
  await pass(2000);
  expect(owners.of(1)?.node).toBe("a");
});

/** Cell 1 whose reads can be switched to the lease before the present one. */
async function startOlder() {
  const clock = fakeClock(0);
  const older = { isOn: false };
  const entries: { readonly revision: number; readonly lease: Lease }[] = [];
  const write = async (_: number, next: Lease) =>
    void entries.push({ revision: entries.length + 1, lease: next });
  await write(1, lease("a"));
  const owners = watchOwners({
    leases: {
      cells: async () => [1],
      async read() {
        const entry = entries.at(older.isOn ? -2 : -1);
        if (!entry) return { result: "unknown" };
        // The lease is renewed all the time.
        const renewed = { ...entry, revision: entry.revision * 1_000_000 + clock.now() };
        return { result: "found", entry: renewed };
      },
    },
    own: 1,
    clock,
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await pass(100);
  return { owners, write, pass, older };
}
