import { beforeEach, expect, test } from "bun:test";
import type { SnapshotStore } from "#cluster/archive/objects.ts";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import { FIRST_LINK } from "#platform/db/ship/format.ts";
import { createLog } from "#platform/log.ts";
import { isHashesNotice } from "./comparison.ts";
import { type ComparisonRuns, createComparisonRuns } from "./comparison-runs.ts";

const WEEK_MS = 7 * 24 * 3_600_000;
const START_MS = 1_800_000_000_000;

let nowMs: number;
/** Names in the store. */
let names: Set<string>;
let standbys: Heartbeat[];
let notices: Notice[];
beforeEach(() => {
  nowMs = START_MS;
  names = new Set();
  standbys = [];
  notices = [];
});

const standby = (node: string): Heartbeat => ({
  ...{ node, address: "", role: "standby", applied: {}, isReady: true, version: "", formats: [], atMs: 0 },
});
const store = {
  async *list(prefix: string) {
    for (const name of [...names]) if (name.startsWith(prefix)) yield { name, size: 0 };
  },
  remove: async (name: string) => void names.delete(name),
  create: async (name: string) => void names.add(name),
} as unknown as SnapshotStore;
/** An owner with one database. */
const owner = (): ComparisonRuns =>
  createComparisonRuns({
    store,
    cell: 1,
    now: () => nowMs,
    monotonicNow: () => nowMs,
    journal: createLog("silent"),
    isOwner: () => true,
    alive: () => standbys,
    onDamaged: () => undefined,
    startHasher: () => ({
      list: async () => [{ path: "system.sqlite", bytes: 1 }],
      isSound: async () => true,
      hash: async (pieces) => pieces.map((piece) => ({ ...piece, hash: "1", isLast: true })),
      stop: () => undefined,
    }),
  });
const position = {
  ...{ ...FIRST_LINK, sequence: 1, installation: "test", isOwner: true },
  files: new Map([["system.sqlite", { salt: 1n, frame: 1 }]]),
};
const source = {
  isOwner: true,
  flush: async () => position,
  notice: async (notice: Notice) => {
    notices.push(notice);
    return position;
  },
};
const runs = (): readonly string[] => [
  ...new Set(notices.flatMap((notice) => (isHashesNotice(notice) ? [notice.run] : []))),
];
const look = async (one: ComparisonRuns, afterMs = 0) => {
  nowMs += afterMs;
  await one.look(source);
};

test("databases are compared once a week, by whichever node is the owner", async () => {
  const first = owner();
  await look(first);
  await look(first, 5000);
  expect([runs().length, names.size]).toEqual([1, 1]);
  await look(first, WEEK_MS - 60_000);
  const second = owner();
  await look(second);
  expect(runs().length).toBe(1);
  await look(second, 60_000);
  expect(runs().length).toBe(2);
  // The first one becomes the owner again.
  await look(second, 5000);
  await look(first, 60_000);
  expect(runs().length).toBe(2);
});

test("a run is repeated until each live standby has compared every piece", async () => {
  standbys = [standby("b"), standby("c")];
  const one = owner();
  await look(one);
  await look(one, 5000);
  expect([runs().length, names.size]).toEqual([1, 0]);
  await look(one, 30_000);
  expect(runs().length).toBe(2);
  const compared = runs().at(-1);
  standbys = [{ ...standby("b"), compared }, standby("c")];
  await look(one, 5000);
  expect(names.size).toBe(0);
  standbys = [{ ...standby("b"), compared }];
  await look(one, 5000);
  expect([runs().length, names.size]).toEqual([2, 1]);
});

test("a standby that never compares ends the repetition after five runs", async () => {
  standbys = [standby("b")];
  const one = owner();
  for (let turn = 0; turn < 30; turn += 1) await look(one, 31_000);
  expect([runs().length, names.size]).toEqual([5, 1]);
});
