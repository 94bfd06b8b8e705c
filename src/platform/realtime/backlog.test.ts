import { describe, expect, test } from "bun:test";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { createBacklog } from "./backlog.ts";

const FIRST = 1000;
const backlogOf = (events: number, size = 10) => {
  const backlog = createBacklog<never>(FIRST);
  for (let n = 1; n <= events; n += 1)
    backlog.add(
      "company-1-",
      { channel: "tag", data: { action: "update", n, text: "x".repeat(size) }, audience: "everyone" },
      n,
    );
  return backlog;
};
const seqs = (events: readonly { seq: number }[] | null) => events?.map(({ seq }) => seq) ?? null;

describe("a company's recent events", () => {
  test("the backlog returns a company's events after the cursor, in order", () => {
    const backlog = backlogOf(5);
    expect(backlog.cursor).toBe(FIRST + 5);
    expect(seqs(backlog.since(FIRST + 3, 5))).toEqual([FIRST + 4, FIRST + 5]);
    expect(seqs(backlog.since(FIRST, 5))).toHaveLength(5);
    expect(seqs(backlog.since(FIRST + 5, 5))).toEqual([]);
  });

  test("a cursor of another start or of the future has no backlog", () => {
    const backlog = backlogOf(5);
    expect(backlog.since(FIRST - 1, 5)).toBeNull();
    expect(backlog.since(FIRST + 6, 5)).toBeNull();
  });

  test("at most 5000 events are kept", () => {
    const backlog = backlogOf(12_000);
    expect(seqs(backlog.since(FIRST + 7000, 12_000))).toHaveLength(5000);
    expect(backlog.since(FIRST + 6999, 12_000)).toBeNull();
  });

  test("events are kept for 15 minutes", () => {
    const backlog = backlogOf(3);
    expect(seqs(backlog.since(FIRST, 15 * 60_000 + 1))).toHaveLength(3);
    expect(backlog.since(FIRST, 15 * 60_000 + 2)).toBeNull();
    expect(seqs(backlog.since(FIRST + 1, 15 * 60_000 + 2))).toHaveLength(2);
    backlog.prune(99 * 60_000);
    expect(seqs(backlog.since(FIRST + 3, 99 * 60_000))).toEqual([]);
  });

  test("dropped events are soon freed", async () => {
    const backlog = createBacklog<never>(FIRST);
    const heldBy: WeakRef<() => boolean>[] = [];
    const add = (at: number) => {
      const audience = () => at > 0;
      heldBy.push(new WeakRef(audience));
      backlog.add("company-1-", { channel: "tag", data: { action: "update", at }, audience }, at);
    };
    for (let at = 1; at <= 1000; at += 1) add(at);
    backlog.prune(15 * 60_000 + 401);
    await yieldToEventLoop("server");
    Bun.gc(true);
    // 600 events are kept; up to an eighth more, and some that the garbage collector has not freed yet.
    expect(heldBy.filter((ref) => ref.deref()).length).toBeLessThan(700);
    expect(backlog.since(FIRST + 400, 15 * 60_000 + 401)).toHaveLength(600);
  });

  test("large events do not exceed the memory budget", () => {
    const backlog = backlogOf(100, 100_000);
    const kept = seqs(backlog.since(FIRST + 60, 100));
    expect(kept).toHaveLength(40);
    expect(backlog.since(FIRST + 50, 100)).toBeNull();
  });

  test("companies share the memory of backlogs", () => {
    let companies = 1;
    const backlog = createBacklog<never>(FIRST, () => companies);
    const add = () =>
      backlog.add(
        "company-1-",
        { channel: "tag", data: { action: "update", text: "x".repeat(1024 * 1024) }, audience: "everyone" },
        1,
      );
    for (let n = 0; n < 3; n += 1) add();
    expect(seqs(backlog.since(FIRST, 1))).toHaveLength(3);
    companies = 50;
    add();
    expect(seqs(backlog.since(FIRST + 3, 1))).toHaveLength(1);
    expect(backlog.since(FIRST + 2, 1)).toBeNull();
  });

  test("the backlog of a company keeps events as text, not as objects", () => {
    const [sent] = backlogOf(1).since(FIRST, 1) ?? [];
    expect(Object.keys(sent?.broadcast ?? {})).toEqual(["channel", "audience"]);
  });
});
