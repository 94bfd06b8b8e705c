import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { notePath, onChangedPath } from "./changed-paths.ts";
import type { Encoded } from "./format.ts";
import { createPageCollector } from "./page-collector.ts";
import { readPosition } from "./position.ts";
import { acknowledgedEnds, rejoin } from "./rejoin.ts";
import { NO_SEAL } from "./seal.ts";
import { type BatchSink, type Shipping, startShipping } from "./shipping.ts";
import {
  differences,
  EMPTY,
  type TestOwner,
  type TestStandby,
  testOwner,
  testStandby,
} from "./testing/cell.ts";

let owner: TestOwner;
let standby: TestStandby;
let clock: FakeClock;
let shipping: Shipping;
/** What the log stored, and answers that it gives instead of storing. */
let stored: Encoded[];
let refusals: Error[];
let held: PromiseWithResolvers<void> | undefined;

beforeEach(() => {
  owner = testOwner();
  standby = testStandby();
  clock = fakeClock();
  stored = [...owner.log];
  refusals = [];
  held = undefined;
  const sink: BatchSink = {
    async append(batch) {
      await held?.promise;
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      stored.push(batch);
      return stored.length;
    },
  };
  const { epoch, number, chain } = owner.log[0] as Encoded;
  const start = { ...EMPTY, epoch, number, chain, sequence: 1 };
  const { directory, shipper } = owner;
  shipping = startShipping({ directory, shipper, seal: NO_SEAL, sink, start, clock });
});
afterEach(async () => {
  await shipping.stop();
  owner.end();
  standby.end();
});

function write(path = "a.sqlite", bytes = 5000): void {
  const db = owner.handles.get(path) ?? owner.open(path);
  db.exec("CREATE TABLE IF NOT EXISTS note (body BLOB)");
  db.prepare("INSERT INTO note VALUES (?)").run(randomBytes(bytes));
}

describe("shipping", () => {
  test("commits during a batch in flight form the next batch", async () => {
    write();
    await shipping.ship();
    held = Promise.withResolvers();
    write();
    const inFlight = shipping.ship();
    for (let at = 0; at < 5; at += 1) write();
    expect(shipping.figures().inFlightBytes).toBeGreaterThan(5000);
    held.resolve();
    await inFlight;
    await shipping.ship();
    expect(stored.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(shipping.figures()).toMatchObject({ batches: 3, inFlightBytes: 0 });
    standby.follow(stored);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("commits while a large batch is compressed by a thread form the next batch", async () => {
    write();
    await shipping.ship();
    write("a.sqlite", 300_000);
    const large = shipping.ship();
    expect(shipping.figures().inFlightBytes, "it is not encoded yet").toBe(0);
    write();
    write("b.sqlite");
    await shipping.ship();
    await large;
    expect(stored.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    standby.follow(stored);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("without a commit nothing is appended", async () => {
    write();
    await shipping.ship();
    await shipping.ship();
    expect(stored).toHaveLength(2);
  });

  test("a batch that could not be stored is appended again with the same bytes, before later commits", async () => {
    write();
    refusals.push(new Error("time-out"));
    await expect(shipping.ship()).rejects.toThrow("time-out");
    expect(stored).toHaveLength(1);
    expect(shipping.position().number).toBe(1);
    write();
    await shipping.ship();
    expect(stored.map(({ number }) => number)).toEqual([1, 2, 3]);
    standby.follow(stored);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("once a second the owner stores a position that a crash can continue from", async () => {
    write();
    await shipping.ship();
    write();
    await shipping.ship();
    clock.advance(1000);
    await becomesTrue(() => readPosition(owner.directory) !== undefined);
    const position = readPosition(owner.directory);
    expect(position).toEqual(shipping.position());
    expect(position).toMatchObject({ isOwner: true, number: 3, sequence: 3 });
    write();
    if (!position) throw new Error("no position");
    const crashed = `${owner.directory}-crashed`;
    cpSync(owner.directory, crashed, { recursive: true });
    expect(rejoin(crashed, position, acknowledgedEnds(position, [])).cut).toEqual(["a.sqlite"]);
    standby.follow(stored);
    const [ours, theirs] = [crashed, standby.directory].map((place) => readFileSync(join(place, "a.sqlite")));
    rmSync(crashed, { recursive: true });
    expect(ours?.equals(theirs as Buffer)).toBe(true);
  });

  test("a notice takes its place among the batches", async () => {
    write();
    await shipping.ship();
    await shipping.notice({ type: "schema", version: 4 });
    write();
    await shipping.ship();
    standby.follow(stored);
    expect(stored.map(({ kind }) => kind)).toEqual(["marker", "batch", "notice", "batch"]);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a file written by a thread arrives through its collector, also when the thread closes it", async () => {
    const path = "companies/1/connections/2/session.sqlite";
    const collector = createPageCollector(() => path);
    mkdirSync(dirname(join(owner.directory, path)), { recursive: true });
    const thread = testOwner({ directory: owner.directory });
    const db = thread.open(path);
    collector.opened(db);
    db.exec("CREATE TABLE note (body BLOB)");
    for (let at = 0; at < 4; at += 1) {
      db.prepare("INSERT INTO note VALUES (?)").run(randomBytes(9000));
      collector.committed(db);
      for (const pages of collector.collect()) owner.shipper.frames(pages);
      if (at % 2 === 0) await shipping.ship();
    }
    db.prepare("INSERT INTO note VALUES ('last')").run();
    collector.closing(db);
    thread.close(path);
    for (const pages of collector.collect()) owner.shipper.frames(pages);
    await shipping.ship();
    collector.acknowledged();
    thread.ship();
    thread.shipper.acknowledged();
    standby.follow(stored);
    expect(differences(owner, standby)).toEqual([]);
  });

  test("a changed file that is not a database is part of the next batch", async () => {
    onChangedPath({ changed: (path) => owner.shipper.changed(path.slice(owner.directory.length + 1)) });
    writeFileSync(join(owner.directory, "linked"), "");
    notePath(join(owner.directory, "linked"));
    onChangedPath(undefined);
    await shipping.ship();
    expect(stored).toHaveLength(2);
    standby.follow(stored);
    expect(await Bun.file(join(standby.directory, "linked")).exists()).toBe(true);
  });
});
