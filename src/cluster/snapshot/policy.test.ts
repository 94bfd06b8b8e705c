import { describe, expect, test } from "bun:test";
import { isDue, isMine, type KnownSnapshot, mayPurgeUpTo, unneeded } from "./policy.ts";

const HOUR = 3_600_000;
const snapshot = (from: number, validMs: number, isVerified = true): KnownSnapshot => ({
  name: `at ${from}`,
  validMs,
  from,
  to: from + 5,
  node: "b",
  bytes: 1,
  isVerified,
});
const log = { first: 1, last: 1000, bytes: 10, maxBytes: 100 };
const due = { nowMs: 10 * HOUR, intervalMs: 6 * HOUR, log, isLacking: false };

describe("a snapshot of a cluster is due", () => {
  test("when there is none, and when the newest one is older than the interval", () => {
    expect(isDue({ ...due, snapshots: [] })).toBe(true);
    expect(isDue({ ...due, snapshots: [snapshot(10, 4 * HOUR)] })).toBe(true);
    expect(isDue({ ...due, snapshots: [snapshot(10, 4 * HOUR + 1)] })).toBe(false);
  });

  test("when the log no longer continues any, or was made again behind them", () => {
    const snapshots = [snapshot(10, 9 * HOUR)];
    expect(isDue({ ...due, log: { ...log, first: 12 }, snapshots })).toBe(true);
    expect(isDue({ ...due, log: { ...log, first: 11 }, snapshots })).toBe(false);
    expect(isDue({ ...due, log: { ...log, last: 14 }, snapshots })).toBe(true);
  });

  test("when the log reaches 60 % of its size, and again when an eighth of it is newer", () => {
    const full = { ...log, bytes: 60 };
    expect(isDue({ ...due, log: full, snapshots: [snapshot(500, 9 * HOUR)] })).toBe(true);
    expect(isDue({ ...due, log: full, snapshots: [snapshot(876, 9 * HOUR)] })).toBe(false);
    expect(isDue({ ...due, log: { ...log, bytes: 59 }, snapshots: [snapshot(500, 9 * HOUR)] })).toBe(false);
  });

  test("when a node reports that it can use none, once a minute", () => {
    const lacking = { ...due, isLacking: true };
    expect(isDue({ ...lacking, snapshots: [snapshot(10, 10 * HOUR - 60_000)] })).toBe(true);
    expect(isDue({ ...lacking, snapshots: [snapshot(10, 10 * HOUR - 59_000)] })).toBe(false);
  });
});

describe("the node that takes a snapshot", () => {
  const mine = { node: "b", isOwner: false, current: ["c", "b"], isTakenOn: false, dueForMs: 0 };
  test("is the first current standby, and only one node at a time", () => {
    expect(isMine(mine)).toBe(true);
    expect(isMine({ ...mine, node: "c" })).toBe(false);
    expect(isMine({ ...mine, isTakenOn: true })).toBe(false);
  });

  test("is the owner without a current standby, and after 15 minutes in which none did it", () => {
    const owner = { ...mine, node: "a", isOwner: true };
    expect(isMine(owner)).toBe(false);
    expect(isMine({ ...owner, current: [] })).toBe(true);
    expect(isMine({ ...owner, dueForMs: 15 * 60_000 })).toBe(true);
  });
});

describe("a log that grows", () => {
  const snapshots = [snapshot(100, HOUR), snapshot(400, 2 * HOUR), snapshot(700, 3 * HOUR)];
  const use = { log, snapshots, others: [], archived: null };
  test("is shortened up to the last but one snapshot that was restored for a test", () => {
    expect(mayPurgeUpTo(use)).toBe(400);
    expect(mayPurgeUpTo({ ...use, snapshots: [snapshot(100, HOUR), snapshot(400, HOUR, false)] })).toBeNull();
    expect(mayPurgeUpTo({ ...use, snapshots: [] })).toBeNull();
    expect(mayPurgeUpTo({ ...use, log: { ...log, first: 401 } })).toBeNull();
  });

  test("is shortened up to the last one when it is nearly full", () => {
    expect(mayPurgeUpTo({ ...use, log: { ...log, bytes: 80 } })).toBe(700);
    expect(mayPurgeUpTo({ ...use, log: { ...log, bytes: 79 } })).toBe(400);
  });

  test("keeps what a live standby less than 12 hours behind has not applied, and what the archive has not stored", () => {
    const other = (silentHours: number, hoursBehind: number) => [
      { applied: 50, sinceMs: silentHours * HOUR, behindMs: hoursBehind * HOUR },
    ];
    expect(mayPurgeUpTo({ ...use, others: other(11, 11) })).toBe(50);
    expect(mayPurgeUpTo({ ...use, others: other(12, 11) })).toBe(400);
    expect(mayPurgeUpTo({ ...use, others: other(0, 12) })).toBe(400);
    expect(mayPurgeUpTo({ ...use, archived: 30 })).toBe(30);
    expect(mayPurgeUpTo({ ...use, archived: 30, log: { ...log, bytes: 90 } })).toBe(700);
  });
});

describe("a snapshot of a node whose clock was days ahead", () => {
  // In the order of the wall clock the wrong one is the newest.
  const wrong = snapshot(400, 99 * HOUR);
  const snapshots = [snapshot(100, HOUR), snapshot(900, 9 * HOUR), wrong];

  test("does not keep the log from being shortened up to a later one", () => {
    const use = { log: { ...log, bytes: 80 }, snapshots, others: [], archived: null };
    expect(mayPurgeUpTo(use)).toBe(900);
    expect(mayPurgeUpTo({ ...use, log })).toBe(400);
  });

  test("is not the newest one: a long log gets another one, and not again after that", () => {
    const long = { ...due, log: { ...log, bytes: 60 } };
    expect(isDue({ ...long, snapshots: [wrong] })).toBe(true);
    expect(isDue({ ...long, snapshots })).toBe(false);
  });

  test("is removed before later ones", () => {
    expect(unneeded([...snapshots, snapshot(950, 9 * HOUR)], log)).toEqual(["at 100", "at 400"]);
  });
});

describe("old snapshots", () => {
  const names = (list: readonly KnownSnapshot[]) => unneeded(list, log);
  test("two verified ones and everything newer are kept", () => {
    const [a, b, c, d] = [
      snapshot(1, 1),
      snapshot(2, 2),
      snapshot(3, 3),
      snapshot(4, 4, false),
    ] as KnownSnapshot[] as [KnownSnapshot, KnownSnapshot, KnownSnapshot, KnownSnapshot];
    expect(names([a, b, c, d])).toEqual(["at 1"]);
    expect(names([b, c])).toEqual([]);
  });

  test("those that the log no longer continues are removed once a usable one is verified", () => {
    const old = snapshot(2000, 1);
    expect(names([old, snapshot(5, 5)])).toEqual(["at 2000"]);
    expect(names([old, snapshot(5, 5, false)])).toEqual([]);
  });

  test("without a verified one at most five are kept", () => {
    const list = Array.from({ length: 7 }, (_, n) => snapshot(n, n, false));
    expect(names(list)).toEqual(["at 0", "at 1"]);
  });
});
