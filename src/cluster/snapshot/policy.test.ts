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

describe("due snapshots of a cluster", () => {
  test("a snapshot is due without an earlier one, and when the newest one is older than the interval", () => {
    expect(isDue({ ...due, snapshots: [] })).toBe(true);
    expect(isDue({ ...due, snapshots: [snapshot(10, 4 * HOUR)] })).toBe(true);
    expect(isDue({ ...due, snapshots: [snapshot(10, 4 * HOUR + 1)] })).toBe(false);
  });

  test("a snapshot is due when the log cannot continue any existing snapshot, also after the log was created again", () => {
    const snapshots = [snapshot(10, 9 * HOUR)];
    expect(isDue({ ...due, log: { ...log, first: 12 }, snapshots })).toBe(true);
    expect(isDue({ ...due, log: { ...log, first: 11 }, snapshots })).toBe(false);
    expect(isDue({ ...due, log: { ...log, last: 14 }, snapshots })).toBe(true);
  });

  test("a snapshot is due when the log reaches 60 % of its size limit and an eighth of it is newer than the last snapshot", () => {
    const full = { ...log, bytes: 60 };
    expect(isDue({ ...due, log: full, snapshots: [snapshot(500, 9 * HOUR)] })).toBe(true);
    expect(isDue({ ...due, log: full, snapshots: [snapshot(876, 9 * HOUR)] })).toBe(false);
    expect(isDue({ ...due, log: { ...log, bytes: 59 }, snapshots: [snapshot(500, 9 * HOUR)] })).toBe(false);
  });

  test("a snapshot is due at most once a minute while a node reports that it can use none", () => {
    const lacking = { ...due, isLacking: true };
    expect(isDue({ ...lacking, snapshots: [snapshot(10, 10 * HOUR - 60_000)] })).toBe(true);
    expect(isDue({ ...lacking, snapshots: [snapshot(10, 10 * HOUR - 59_000)] })).toBe(false);
  });
});

describe("the node that takes a snapshot", () => {
  const mine = { node: "b", isOwner: false, current: ["c", "b"], isTakenOn: false, dueForMs: 0 };
  test("the first current standby takes the snapshot, unless another node is already taking it", () => {
    expect(isMine(mine)).toBe(true);
    expect(isMine({ ...mine, node: "c" })).toBe(false);
    expect(isMine({ ...mine, isTakenOn: true })).toBe(false);
  });

  test("the owner takes the snapshot when no standby is current, or none has taken it for 15 minutes", () => {
    const owner = { ...mine, node: "a", isOwner: true };
    expect(isMine(owner)).toBe(false);
    expect(isMine({ ...owner, current: [] })).toBe(true);
    expect(isMine({ ...owner, dueForMs: 15 * 60_000 })).toBe(true);
  });
});

describe("a log that grows", () => {
  const snapshots = [snapshot(100, HOUR), snapshot(400, 2 * HOUR), snapshot(700, 3 * HOUR)];
  const use = { log, snapshots, others: [], archived: null };
  test("the log is shortened up to the last but one verified snapshot", () => {
    expect(mayPurgeUpTo(use)).toBe(400);
    expect(mayPurgeUpTo({ ...use, snapshots: [snapshot(100, HOUR), snapshot(400, HOUR, false)] })).toBeNull();
    expect(mayPurgeUpTo({ ...use, snapshots: [] })).toBeNull();
    expect(mayPurgeUpTo({ ...use, log: { ...log, first: 401 } })).toBeNull();
  });

  test("a log that is 80 % full is shortened up to the last verified snapshot", () => {
    expect(mayPurgeUpTo({ ...use, log: { ...log, bytes: 80 } })).toBe(700);
    expect(mayPurgeUpTo({ ...use, log: { ...log, bytes: 79 } })).toBe(400);
  });

  test("the log keeps messages that a live standby less than 12 hours behind has not applied or the archive has not stored", () => {
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

  test("a full log is shortened up to a later snapshot than that of a node whose clock was ahead", () => {
    const use = { log: { ...log, bytes: 80 }, snapshots, others: [], archived: null };
    expect(mayPurgeUpTo(use)).toBe(900);
    expect(mayPurgeUpTo({ ...use, log })).toBe(400);
  });

  test("a snapshot of a node whose clock was ahead does not count as the newest: a long log gets one more", () => {
    const long = { ...due, log: { ...log, bytes: 60 } };
    expect(isDue({ ...long, snapshots: [wrong] })).toBe(true);
    expect(isDue({ ...long, snapshots })).toBe(false);
  });

  test("a snapshot of a node whose clock was ahead is removed before those later in the log", () => {
    expect(unneeded([...snapshots, snapshot(950, 9 * HOUR)], log)).toEqual(["at 100", "at 400"]);
  });
});

describe("old snapshots", () => {
  const names = (list: readonly KnownSnapshot[]) => unneeded(list, log);
  test("the last two verified snapshots and all newer ones are kept", () => {
    const [a, b, c, d] = [
      snapshot(1, 1),
      snapshot(2, 2),
      snapshot(3, 3),
      snapshot(4, 4, false),
    ] as KnownSnapshot[] as [KnownSnapshot, KnownSnapshot, KnownSnapshot, KnownSnapshot];
    expect(names([a, b, c, d])).toEqual(["at 1"]);
    expect(names([b, c])).toEqual([]);
  });

  test("snapshots that the log cannot continue are removed once a usable one is verified", () => {
    const old = snapshot(2000, 1);
    expect(names([old, snapshot(5, 5)])).toEqual(["at 2000"]);
    expect(names([old, snapshot(5, 5, false)])).toEqual([]);
  });

  test("at most five snapshots are kept while none is verified", () => {
    const list = Array.from({ length: 7 }, (_, n) => snapshot(n, n, false));
    expect(names(list)).toEqual(["at 0", "at 1"]);
  });
});
