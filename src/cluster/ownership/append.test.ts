import { describe, expect, test } from "bun:test";
import type { LogMessage } from "#cluster/log/log.ts";
import { type Attempt, afterAppend, afterRead, FIRST_ATTEMPT, LOSS_PROVEN_MS } from "./append.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const attempt: Attempt = { body: bytes("ours"), id: "3:7:0", expected: 41 };
const message = (body: string, id = attempt.id): LogMessage => ({
  sequence: 42,
  id,
  body: bytes(body),
  storedAtMs: 0,
});
const stored = { result: "stored", sequence: 42, isDuplicate: false } as const;

describe("the resolution of an append", () => {
  test("an append is complete when the log stored its message", () => {
    expect(afterAppend(FIRST_ATTEMPT, attempt, stored, 0).step).toEqual({ do: "done", sequence: 42 });
  });

  test("an append answered as a duplicate is complete only after the stored message is read and compared", () => {
    const { step } = afterAppend(FIRST_ATTEMPT, attempt, { ...stored, isDuplicate: true }, 0);
    expect(step.do).toBe("read");
  });

  test("an append stored at another sequence than the next is complete only after the stored message is read and compared", () => {
    expect(afterAppend(FIRST_ATTEMPT, attempt, { ...stored, sequence: 12 }, 0).step.do).toBe("read");
  });

  test("an append that timed out is repeated with the same message and id", () => {
    expect(afterAppend(FIRST_ATTEMPT, attempt, { result: "unknown" }, 0).step.do).toBe("append");
  });

  test("a refused append is complete when the log has the same message byte for byte", () => {
    const refused = afterAppend(FIRST_ATTEMPT, attempt, { result: "wrong-sequence" }, 0);
    expect(refused.step.do).toBe("read");
    const read = { result: "found", message: message("ours") } as const;
    expect(afterRead(refused.state, attempt, read, 0, true).step).toEqual({ do: "done", sequence: 42 });
  });

  test.each([
    ["another body", message("their")],
    ["another id", message("ours", "4:1:0")],
  ])("a refused append with %s in its place deposes the owner", (_, theirs) => {
    const read = { result: "found", message: theirs } as const;
    expect(afterRead(FIRST_ATTEMPT, attempt, read, 0, true).step).toEqual({ do: "deposed", by: theirs });
  });

  test("a message absent from the log is looked for again for 15 s before the log counts as damaged", () => {
    const absent = { result: "absent" } as const;
    const first = afterRead(FIRST_ATTEMPT, attempt, absent, 1000, true);
    expect(first.step.do).toBe("append");
    const early = afterRead(first.state, attempt, absent, 1000 + LOSS_PROVEN_MS - 1, true);
    expect(early.step.do).toBe("append");
    expect(afterRead(early.state, attempt, absent, 1000 + LOSS_PROVEN_MS, true).step.do).toBe("replace-log");
  });

  test("a node without a valid lease never replaces the log", () => {
    const state = { ...FIRST_ATTEMPT, absentSinceMs: 0 };
    const { step } = afterRead(state, attempt, { result: "absent" }, 10 * LOSS_PROVEN_MS, false);
    expect(step.do).toBe("append");
  });

  test("a time-out between two such answers begins the 15 s again", () => {
    const state = { ...FIRST_ATTEMPT, absentSinceMs: 0 };
    const after = afterRead(state, attempt, { result: "unknown" }, LOSS_PROVEN_MS, true);
    expect(after.state.absentSinceMs).toBeNull();
  });

  test("a log that the servers have not known for 15 s is missing, and is not created again", () => {
    const first = afterAppend(FIRST_ATTEMPT, attempt, { result: "missing" }, 0);
    expect(first.step.do).toBe("append");
    const later = afterAppend(first.state, attempt, { result: "missing" }, LOSS_PROVEN_MS);
    expect(later.step.do).toBe("missing");
  });
});
