import { describe, expect, test } from "bun:test";
import type { Lease } from "#cluster/lease/lease.ts";
import { afterBeat, mayTry, type Patience, sawEntry, startPatience, wasRefused } from "./patience.ts";

const LEASE_MS = 5000;
const lease = (node: string, successor = ""): Lease => ({
  node,
  incarnation: "1",
  address: "",
  counter: 1,
  successor,
});
/** A standby that saw this lease at 0 and whose heartbeats were confirmed from `fromMs` to `toMs`. */
function waiting(held: Lease | null, fromMs: number, toMs: number): Patience {
  let patience = sawEntry(startPatience(0), { revision: 4, lease: held }, 0);
  for (let at = fromMs; at <= toMs; at += 1000) patience = afterBeat(patience, at, true);
  return patience;
}

describe("the patience of a standby", () => {
  test("a standby tries one lease after the last renewal that it saw", () => {
    const patience = waiting(lease("a"), 0, 5000);
    expect(mayTry(patience, "b", LEASE_MS, 4999)).toBe(false);
    expect(mayTry(patience, "b", LEASE_MS, 5000)).toBe(true);
  });

  test("a renewal begins the patience again", () => {
    const renewed = sawEntry(waiting(lease("a"), 0, 4000), { revision: 5, lease: lease("a") }, 4500);
    expect(mayTry(afterBeat(renewed, 5000, true), "b", LEASE_MS, 5500)).toBe(false);
  });

  test("a refused write of the lease counts as a renewal that was not seen yet", () => {
    expect(mayTry(wasRefused(waiting(lease("a"), 0, 6000), 6000), "b", LEASE_MS, 6500)).toBe(false);
  });

  test("a standby whose own heartbeats failed waits until they have gone through for 2 s", () => {
    const failed = afterBeat(waiting(lease("a"), 0, 8000), 9000, false);
    expect(mayTry(failed, "b", LEASE_MS, 9100)).toBe(false);
    let again = failed;
    for (const at of [10_000, 11_000]) again = afterBeat(again, at, true);
    expect(mayTry(again, "b", LEASE_MS, 11_900)).toBe(false);
    expect(mayTry(afterBeat(again, 12_000, true), "b", LEASE_MS, 12_000)).toBe(true);
  });

  test("a standby that was frozen itself does not count its own pause as silence of the owner", () => {
    const woken = afterBeat(waiting(lease("a"), 0, 3000), 60_000, true);
    expect(mayTry(woken, "b", LEASE_MS, 60_100)).toBe(false);
  });

  test("a released lease is free for its successor immediately, and for others after their patience", () => {
    const released = waiting(lease("", "c"), 0, 0);
    expect(mayTry(released, "c", LEASE_MS, 10)).toBe(true);
    expect(mayTry(released, "b", LEASE_MS, 10)).toBe(false);
    expect(mayTry(waiting(lease("", "c"), 0, 5000), "b", LEASE_MS, 5000)).toBe(true);
  });

  test("a node that has not read the lease yet does not try", () => {
    expect(mayTry(startPatience(0), "b", LEASE_MS, 60_000)).toBe(false);
  });

  test("an older entry of the lease is ignored for 15 s; then it counts, because the bucket lost the newer one", () => {
    const older = { revision: 2, lease: lease("z") };
    const first = sawEntry(waiting(lease("a"), 0, 0), older, 1000);
    expect(first.entry?.revision).toBe(4);
    expect(sawEntry(first, older, 15_999).entry?.revision).toBe(4);
    expect(sawEntry(first, older, 16_000).entry).toEqual(older);
    const back = sawEntry(first, { revision: 4, lease: lease("a") }, 15_000);
    expect(sawEntry(back, older, 16_000).entry?.revision).toBe(4);
  });
});
