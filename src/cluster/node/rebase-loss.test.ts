import { describe, expect, test } from "bun:test";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { lossOf, type RebaseFacts } from "./rebase-loss.ts";

const beat = (node: string, role: Heartbeat["role"], applied: number, atMs: number): Heartbeat => ({
  node,
  address: "",
  role,
  applied: { 1: applied },
  isReady: true,
  version: "test",
  formats: [1],
  atMs,
});
const standby: RebaseFacts = {
  cell: 1,
  node: "b",
  position: { isOwner: false, sequence: 900, epoch: 3 },
  storedMs: Date.UTC(2026, 10, 20, 14, 3),
  isLogGone: true,
  heartbeats: [beat("a", "owner", 1000, Date.UTC(2026, 10, 20, 14, 5)), beat("b", "standby", 900, 1)],
};
const owner = { ...standby, position: { ...standby.position, isOwner: true } };

describe("a log that is made again", () => {
  test("creating the log again from a standby that lacks messages of another node names how many and until when", () => {
    expect(lossOf(standby)).toBe(
      "a has 100 messages more (up to 1000, 2026-11-20 14:05:00); this node, a standby, ends at message 900 of epoch 3 (2026-11-20 14:03:00): the commits in them are lost",
    );
    expect(lossOf({ ...standby, isLogGone: false })).toContain("100 messages more");
  });

  test("creating the log again from a standby that has everything any node reported loses nothing", () => {
    expect(lossOf({ ...standby, position: { ...standby.position, sequence: 1000 } })).toBeNull();
  });

  test("creating the log again from a standby without any report of another node is an unmeasurable loss", () => {
    expect(lossOf({ ...standby, heartbeats: null })).toContain(
      "what the owner acknowledged after message 900",
    );
    expect(lossOf({ ...standby, heartbeats: null, isLogGone: false })).toBeNull();
  });

  test("creating the log again from the last owner loses nothing, and from an earlier owner the writes that the later owner acknowledged", () => {
    const a = beat("a", "standby", 890, 5);
    expect(lossOf({ ...owner, heartbeats: [a, beat("b", "owner", 950, 5)] })).toBeNull();
    expect(lossOf({ ...owner, heartbeats: [{ ...a, role: "owner" }, beat("b", "owner", 900, 4)] })).toContain(
      "a owned the cell later",
    );
    expect(lossOf({ ...owner, heartbeats: null })).toContain("if another node owned the cell after this one");
  });
});
