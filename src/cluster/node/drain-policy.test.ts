import { describe, expect, test } from "bun:test";
import { type OwnerView, wantsDrain } from "./drain-policy.ts";

const GIGABYTE = 1024 ** 3;
const view = (changes: Partial<OwnerView>): OwnerView => ({
  nowMs: 100_000,
  openedAtMs: 0,
  passedAtMs: 99_500,
  wasEverProbed: true,
  freeBytes: 10 * GIGABYTE,
  standbys: [
    { node: "b", isProbed: false },
    { node: "c", isProbed: true },
  ],
  ...changes,
});
const ISOLATED = { to: "c", reason: "users do not reach this node" } as const;

describe("an owner that users do not reach", () => {
  test("an owner without a check of the proxy for 30 s gives the cell to a standby that the proxy reaches", () => {
    expect(wantsDrain(view({ passedAtMs: 70_000 }))).toEqual(ISOLATED);
    expect(wantsDrain(view({ passedAtMs: 70_001 }))).toBe(null);
  });

  test("an owner keeps the cell while the proxy reaches no standby either, because the proxy itself is down", () => {
    expect(wantsDrain(view({ passedAtMs: 0, standbys: [{ node: "b", isProbed: false }] }))).toBe(null);
    expect(wantsDrain(view({ passedAtMs: 0, standbys: [] }))).toBe(null);
  });

  test("an owner keeps the cell when no proxy has ever checked it", () => {
    expect(wantsDrain(view({ passedAtMs: null, wasEverProbed: false }))).toBe(null);
  });

  test("a new owner that was checked as a standby waits 30 s from the opening of its doors", () => {
    expect(wantsDrain(view({ passedAtMs: null, openedAtMs: 80_000 }))).toBe(null);
    expect(wantsDrain(view({ passedAtMs: null, openedAtMs: 60_000 }))).toEqual(ISOLATED);
  });
});

describe("an owner with a full disk", () => {
  test("an owner with less than 1 GB free gives the cell to the most advanced standby with free space", () => {
    expect(wantsDrain(view({ freeBytes: GIGABYTE - 1 }))).toEqual({
      to: "b",
      reason: "its disk is nearly full",
    });
    expect(wantsDrain(view({ freeBytes: GIGABYTE }))).toBe(null);
  });

  test("an owner with a full disk keeps the cell while no standby is ready", () => {
    expect(wantsDrain(view({ freeBytes: 0, standbys: [] }))).toBe(null);
  });
});
