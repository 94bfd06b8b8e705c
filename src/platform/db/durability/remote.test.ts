import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { type Db, run, typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { createRemoteDurability, type RemoteDurability } from "./remote.ts";
import { createFakeLog, type FakeLog } from "./testing/fake-log.ts";

let directory: string;
let clock: FakeClock;
let log: FakeLog;
let remote: RemoteDurability;
let a: Db;
let b: Db;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-remote-"));
  clock = fakeClock(0);
  log = createFakeLog();
  remote = createRemoteDurability({ log, clock, patienceMs: 5000 });
  [a, b] = ["a", "b"].map((name) => {
    const db = typed(openDatabase(join(directory, `${name}.sqlite`), remote.opening));
    db.$client.exec("CREATE TABLE note (text TEXT) STRICT");
    return db;
  }) as [Db, Db];
});
afterEach(() => {
  a.$client.close();
  b.$client.close();
  rmSync(directory, { recursive: true });
});

const write = (db: Db) => void run(db, "INSERT INTO note VALUES ('a')");
const shipped = () => becomesTrue(() => log.inFlight === 1);
/** Ends everything that was committed so far. */
async function settled(): Promise<void> {
  log.answerAfter(0);
  await remote.durable();
  log.answerAfter(null);
}
/** `pending`, `done` or the code of the error. */
function follow(promise: Promise<void>): { state: string } {
  const followed = { state: "pending" };
  promise.then(
    () => Object.assign(followed, { state: "done" }),
    (error: Error & { reason?: string }) => Object.assign(followed, { state: error.reason ?? error.message }),
  );
  return followed;
}
const turns = async () => {
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("durability of a remote log", () => {
  test("a commit is durable only after the log acknowledged it", async () => {
    await settled();
    write(a);
    const waiter = follow(remote.durable());
    await shipped();
    await turns();
    expect(waiter.state).toBe("pending");
    log.acknowledge();
    await becomesTrue(() => waiter.state === "done");
    expect(remote.isPending()).toBe(false);
  });

  test("one batch is in flight at a time; commits made meanwhile wait for the next batch", async () => {
    await settled();
    const before = log.shipped;
    write(a);
    await shipped();
    write(a);
    write(b);
    const waiter = follow(remote.durable());
    log.acknowledge();
    await shipped();
    await turns();
    expect(waiter.state).toBe("pending");
    log.acknowledge();
    await becomesTrue(() => waiter.state === "done");
    expect(log.shipped - before).toBe(2);
  });

  test("a caller waits for its own file only", async () => {
    await settled();
    write(a);
    expect(follow(remote.durable(b.$client)) && (await remote.durable(b.$client))).toBeUndefined();
    expect(remote.isPending(b.$client)).toBe(false);
    expect(remote.isPending(a.$client)).toBe(true);
  });

  test("past the deadline nothing becomes durable, even if the log acknowledges it", async () => {
    await settled();
    log.setDeadline(1000);
    write(a);
    const waiter = follow(remote.durable());
    await shipped();
    clock.set(1000);
    log.acknowledge();
    await becomesTrue(() => waiter.state !== "pending");
    expect(waiter.state).toBe("closed");
    expect(remote.isOpen).toBe(false);
    expect(remote.durable()).rejects.toThrow("ERR_NOT_DURABLE");
  });

  test("a caller whose log does not answer is refused at the deadline", async () => {
    await settled();
    log.setDeadline(1000);
    write(a);
    const waiter = follow(remote.durable());
    await shipped();
    clock.advance(999);
    await turns();
    expect(waiter.state).toBe("pending");
    clock.advance(51);
    await turns();
    expect(waiter.state).toBe("closed");
  });

  test("a renewed lease keeps callers waiting; they are refused after their patience", async () => {
    await settled();
    log.setDeadline(1000);
    write(a);
    const waiter = follow(remote.durable());
    await shipped();
    log.setDeadline(100_000);
    clock.advance(4900);
    await turns();
    expect(waiter.state).toBe("pending");
    clock.advance(200);
    await turns();
    expect(waiter.state).toBe("late");
  });

  test("when the lease is renewed after its deadline, the doors open again", async () => {
    await settled();
    log.setDeadline(1000);
    clock.set(1500);
    expect(remote.isOpen).toBe(false);
    log.setDeadline(5000);
    write(a);
    const waiter = follow(remote.durable());
    await shipped();
    log.acknowledge();
    await becomesTrue(() => waiter.state === "done");
  });

  test("a refused batch is shipped again, and makes nothing durable", async () => {
    await settled();
    write(a);
    const waiter = follow(remote.durable());
    await shipped();
    log.refuse();
    await turns();
    expect(waiter.state).toBe("pending");
    clock.advance(51);
    await shipped();
    log.acknowledge();
    await becomesTrue(() => waiter.state === "done");
  });

  test("a commit of another thread is durable with the next batch", async () => {
    await settled();
    const waiter = follow(remote.durableElsewhere({ pages: [], paths: [] }));
    await shipped();
    expect(waiter.state).toBe("pending");
    log.acknowledge();
    await becomesTrue(() => waiter.state === "done");
  });

  test("commits are shipped without a caller that waits", async () => {
    await settled();
    write(a);
    await shipped();
  });
});
