import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fakeClock } from "#platform/clock.ts";
import type { Sqlite } from "#platform/db/open.ts";
import type { Encoded } from "#platform/db/ship/format.ts";
import { NO_SEAL } from "#platform/db/ship/seal.ts";
import { type Shipping, startShipping } from "#platform/db/ship/shipping.ts";
import {
  differences,
  EMPTY,
  type TestOwner,
  type TestStandby,
  testOwner,
  testStandby,
} from "#platform/db/ship/testing/cell.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { checkpointed, scheduleCheckpoint, truncateWal, waitForCheckpoint } from "./checkpoints.ts";

let owner: TestOwner;
let standby: TestStandby;
let shipping: Shipping;
let stored: Encoded[];
let db: Sqlite;
/** While this is set, the log answers only after it resolves. */
let held: PromiseWithResolvers<void> | undefined;
/** Number of batches that the log has received, with or without an answer. */
let received: number;

beforeEach(() => {
  owner = testOwner();
  standby = testStandby();
  stored = [...owner.log];
  held = undefined;
  received = 0;
  const { epoch, number, chain } = owner.log[0] as Encoded;
  const { directory, shipper } = owner;
  const sink = {
    async append(batch: Encoded) {
      received += 1;
      await held?.promise;
      stored.push(batch);
      return stored.length;
    },
  };
  const start = { ...EMPTY, epoch, number, chain, sequence: 1 };
  shipping = startShipping({ directory, shipper, seal: NO_SEAL, sink, start, clock: fakeClock() });
  db = owner.open("a.sqlite");
  db.exec("CREATE TABLE note (body BLOB)");
});
afterEach(async () => {
  held?.resolve();
  waitForCheckpoint(db);
  await shipping.ship();
  await shipping.stop();
  owner.end();
  standby.end();
});

/** About 2,400 pages: more than the thread waits for. */
function writeMuch(): void {
  const insert = db.prepare("INSERT INTO note VALUES (?)");
  for (let at = 0; at < 12; at += 1) insert.run(randomBytes(800_000));
}
const fileSize = () => statSync(join(owner.directory, "a.sqlite")).size;
const firstPages = () => readFileSync(join(owner.directory, "a.sqlite"));

describe("a held checkpoint", () => {
  // Must be the first test of this file, because it needs the time in which the checkpoint thread starts.
  test("a checkpoint that has not begun is cancelled when its file cannot wait, and copies nothing afterwards", async () => {
    await shipping.ship();
    writeMuch();
    await shipping.ship();
    await Bun.sleep(60);
    scheduleCheckpoint(db);
    // After these turns the thread has received the job but has not begun it.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    waitForCheckpoint(db, 0);
    held = Promise.withResolvers();
    db.exec("INSERT INTO note VALUES ('behind the pin')");
    await Bun.sleep(500);
    expect(firstPages().includes("behind the pin")).toBe(false);
  });

  test("a held checkpoint copies nothing before the acknowledgement, and everything up to its pin afterwards", async () => {
    await shipping.ship();
    const before = firstPages();
    held = Promise.withResolvers();
    writeMuch();
    const sent = received;
    const inFlight = shipping.ship();
    await becomesTrue(() => received > sent);
    scheduleCheckpoint(db);
    db.exec("INSERT INTO note VALUES ('behind the pin')");
    await Bun.sleep(60);
    expect(firstPages().equals(before)).toBe(true);
    held.resolve();
    held = undefined;
    await inFlight;
    await shipping.ship();
    // A checkpoint beside a reader copies only a part. In the product the next commit requests another checkpoint.
    await becomesTrue(() => {
      void checkpointed(db);
      return fileSize() > 9_000_000;
    });
    waitForCheckpoint(db);
    await shipping.ship();
    standby.follow(stored);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("pages written after the pin are not copied into the file until they are acknowledged", async () => {
    await shipping.ship();
    const first = Promise.withResolvers<void>();
    held = first;
    writeMuch();
    const before = received;
    void shipping.ship();
    await becomesTrue(() => received > before);
    scheduleCheckpoint(db);
    db.exec("INSERT INTO note VALUES ('behind the pin')");
    held = Promise.withResolvers();
    first.resolve();
    await becomesTrue(() => {
      void checkpointed(db);
      return fileSize() > 9_000_000;
    });
    await Bun.sleep(60);
    expect(firstPages().includes("behind the pin")).toBe(false);
  });

  test("a held checkpoint does not delay the close of its file", async () => {
    held = Promise.withResolvers();
    writeMuch();
    await Bun.sleep(60);
    scheduleCheckpoint(db);
    const began = performance.now();
    waitForCheckpoint(db);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test("a WAL is truncated only when everything in it is acknowledged", async () => {
    held = Promise.withResolvers();
    writeMuch();
    const shipped = shipping.ship();
    const truncated = truncateWal(db);
    await Bun.sleep(20);
    const wal = join(owner.directory, "a.sqlite-wal");
    expect(statSync(wal).size).toBeGreaterThan(9_000_000);
    held.resolve();
    held = undefined;
    await shipped;
    await truncated;
    expect(statSync(wal).size).toBe(0);
    standby.follow(stored);
    expect(differences(owner, standby)).toEqual([]);
  });
});
