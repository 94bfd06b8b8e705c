import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryServers, type MemoryServers } from "#cluster/log/testing/memory-log.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { storeManifest } from "#cluster/snapshot/manifest.ts";
import { systemClock } from "#platform/clock.ts";
import { encodeBatch, encodeMarker } from "#platform/db/ship/batch.ts";
import { type Encoded, FIRST_LINK } from "#platform/db/ship/format.ts";
import type { Position } from "#platform/db/ship/position.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { takeEpoch } from "./epoch.ts";
import { folderObjects } from "./folder-objects.ts";
import { createLogArchiver, type LogArchiver } from "./log-archiver.ts";
import type { LogArchiverOptions } from "./log-archiver-steps.ts";
import { segmentName } from "./names.ts";
import type { ObjectStore } from "./objects.ts";
import { restorePoint } from "./restore-point.ts";
import { encodeEntry } from "./segment.ts";

// In these tests owners append lines of a book to a small file, one batch per line. The archive must always have the same book
// as the log.
const KEY = "an installation key of the tests";
const seal = createChunkSeal(KEY);
const batchSeal = createBatchSeal({ cell: 3, current: KEY });
const root = mkdtempSync(join(tmpdir(), "balcao-log-archiver-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const START = Date.UTC(2026, 10, 20, 14, 0, 0);
const CELL = 3;
const HOUR_MS = 3_600_000;
const quiet = { info: () => {}, error: () => {} };

let servers: MemoryServers;
let store: ObjectStore;
let position: Position;
let clock: number;
let lines: string[];
/** Lines of the book by time, ms. */
let book: Map<number, number>;
beforeEach(() => {
  servers = createMemoryServers(systemClock);
  store = folderObjects(join(root, crypto.randomUUID()));
  position = { ...FIRST_LINK, sequence: 0, installation: "test", isOwner: true, files: new Map() };
  clock = START;
  lines = [];
  book = new Map();
});

interface Owner {
  readonly archiver: LogArchiver;
  isOpen: boolean;
  /** Writes one line in its own batch; returns the batch. */
  write(bytes?: number): Promise<Encoded>;
  stop(): Promise<void>;
}

/** The next owner of the cell: its marker is in the log. `store`: the storage as this node reaches it. */
async function promote(options: Partial<LogArchiverOptions> = {}): Promise<Owner> {
  const { log } = servers.connect();
  const epoch = position.epoch + 1;
  const next = () => ({ epoch, number: position.number + 1, previousChain: position.chain, seal: batchSeal });
  const append = async (encoded: Encoded) => {
    for (const [part, body] of encoded.parts.entries()) {
      const id = `${encoded.id(part)}:${crypto.randomUUID()}`;
      const stored = await log.append(body, { expected: position.sequence, id, timeoutMs: 1000 });
      expect(stored.result).toBe("stored");
      position = { ...position, sequence: position.sequence + 1 };
    }
    const { number, chain } = encoded;
    position = { ...position, epoch, number, chain };
  };
  await append(encodeMarker({ installation: "test", cell: CELL, node: "a", atMs: clock }, next()));
  const owner: { isOpen: boolean } = { isOpen: true };
  let own = position;
  const archiver = createLogArchiver({
    store,
    log,
    seal: batchSeal,
    cell: CELL,
    node: `node ${epoch}`,
    epoch,
    position: () => own,
    ship: () => Promise.resolve(),
    isOpen: () => owner.isOpen,
    journal: quiet,
    now: () => clock,
    uploadMs: 5,
    ...options,
  });
  return Object.assign(owner, {
    archiver,
    async write(bytes = 0) {
      clock += 1000;
      lines.push(`line ${lines.length} of epoch ${epoch}`);
      const content = [
        { path: "book", mode: 0o600, bytes: Buffer.from(lines.join("\n")) },
        { path: "ballast", mode: 0o600, bytes: crypto.getRandomValues(new Uint8Array(bytes)) },
      ];
      const batch = encodeBatch({ capturedAtMs: clock, files: [], smallFiles: content, deleted: [] }, next());
      await append(batch);
      own = position;
      book.set(clock, lines.length);
      archiver.follower.stored(batch, position.sequence, clock);
      return batch;
    },
    stop: () => archiver.stop(100),
  });
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await Bun.sleep(2);
};
const isDone = ({ archiver }: Owner) => archiver.archivedSequence === position.sequence;
/** A snapshot without files: the small file comes from the batches. */
const snapshot = async ({ archiver }: Owner) => {
  const from = await archiver.upload();
  if (!from) throw new Error("nothing is archived");
  await storeManifest(store, seal, {
    format: 1,
    installation: "test",
    cell: CELL,
    product: "test",
    from: { epoch: from.epoch, number: from.number, chain: from.chain.toString(16) },
    fromMs: from.capturedAtMs,
    to: from.number,
    validMs: from.capturedAtMs,
    files: [],
  });
  archiver.snapshotStored(from.capturedAtMs);
};
const restoredAt = async (atMs: number) => {
  const directory = join(root, crypto.randomUUID());
  mkdirSync(directory);
  const point = await restorePoint({
    store,
    seal,
    batchSeal,
    cell: CELL,
    atMs,
    nowMs: clock,
    directory,
  });
  const path = join(directory, "book");
  return { gap: point.gap, book: existsSync(path) ? readFileSync(path, "utf8").split("\n") : [] };
};
/** Expects that the book can be restored as it was in every second. */
const expectBook = async () => {
  for (const [atMs, count] of book)
    expect(await restoredAt(atMs), new Date(atMs).toISOString()).toEqual({
      gap: null,
      book: lines.slice(0, count),
    });
};
const begun = async (options?: Partial<LogArchiverOptions>): Promise<Owner> => {
  const owner = await promote(options);
  owner.archiver.start();
  await until(() => owner.archiver.state.isArchiving);
  await snapshot(owner);
  return owner;
};

describe("the archive of a cell", () => {
  test("every second before and after a takeover is restored, and the new owner takes no snapshot", async () => {
    const first = await begun();
    for (let line = 0; line < 5; line += 1) await first.write();
    await until(() => isDone(first));
    await first.stop();
    const second = await promote();
    second.archiver.start();
    for (let line = 0; line < 5; line += 1) await second.write();
    await until(() => isDone(second));
    expect(second.archiver.state).toMatchObject({ needsSnapshot: false, lagSeconds: 0 });
    await second.stop();
    await expectBook();
  });

  test("batches that the former owner did not archive are archived from the log by the new one", async () => {
    const first = await begun({ uploadMs: 60_000 });
    for (let line = 0; line < 4; line += 1) await first.write(1_500_000);
    const second = await promote({ segmentBytes: 2_000_000 });
    second.archiver.start();
    await second.write();
    await until(() => isDone(second));
    expect(second.archiver.state.needsSnapshot).toBe(false);
    await second.stop();
    await expectBook();
  });

  test("a former owner that wakes up archives nothing, and batches that it adds by force change no restore", async () => {
    const first = await begun({ uploadMs: 60_000 });
    await first.write();
    await first.archiver.upload();
    await first.write();
    first.isOpen = false;
    const late = first.archiver.archivedSequence;
    const second = await promote();
    second.archiver.start();
    await second.write();
    await until(() => isDone(second));
    await expect(first.archiver.upload()).rejects.toThrow("given to another node");
    expect(first.archiver.archivedSequence).toBe(late);
    // The former owner's clock stopped while its machine was suspended, so it still considers its lease valid. It has
    // unacknowledged commits.
    const forged = encodeBatch(
      {
        capturedAtMs: START + 2000,
        files: [],
        smallFiles: [{ path: "book", mode: 0o600, bytes: Buffer.from("never acknowledged") }],
        deleted: [],
      },
      { epoch: 1, number: 3, previousChain: 0n, seal: batchSeal },
    );
    const [part] = forged.parts;
    if (!part) throw new Error("a batch has a part");
    const name = segmentName(CELL, { epoch: 1, segment: 3, lastMs: START + 2000 });
    await store.create(name, encodeEntry({ part, capturedAtMs: START + 2000 }));
    await expectBook();
    await second.stop();
    const third = await promote();
    third.archiver.start();
    await third.write();
    await until(() => isDone(third));
    await third.stop();
    await expectBook();
  });

  test("an owner that dies before it archives anything leaves no gap to the next one", async () => {
    const first = await begun({ uploadMs: 60_000 });
    await first.write();
    let isAway = false;
    const away: ObjectStore = {
      ...store,
      create: (name, bytes) =>
        isAway && name.includes("/log/") ? Promise.reject(new Error("away")) : store.create(name, bytes),
    };
    isAway = true;
    const second = await promote({ store: away });
    second.archiver.start();
    await second.write();
    await until(() => second.archiver.state.failures > 0);
    await second.stop();
    const third = await promote();
    third.archiver.start();
    await third.write();
    await until(() => isDone(third));
    expect(third.archiver.state.needsSnapshot).toBe(false);
    await third.stop();
    await expectBook();
  });

  test("while the storage does not respond the lag grows and the log keeps the batches; afterwards the archive has no gap", async () => {
    let isAway = false;
    const flaky: ObjectStore = {
      ...store,
      create: (name, bytes) => (isAway ? Promise.reject(new Error("away")) : store.create(name, bytes)),
    };
    const owner = await begun({ store: flaky, memoryBytes: 3_000_000, uploadMs: 5 });
    isAway = true;
    const archived = owner.archiver.archivedSequence;
    for (let line = 0; line < 6; line += 1) await owner.write(900_000);
    await until(() => owner.archiver.state.failures > 0);
    expect(owner.archiver.archivedSequence).toBe(archived);
    expect(owner.archiver.state.lagSeconds).toBeGreaterThanOrEqual(5);
    isAway = false;
    await until(() => isDone(owner));
    expect(owner.archiver.state).toMatchObject({ lagSeconds: 0, needsSnapshot: false });
    await owner.stop();
    await expectBook();
  });

  test("a log that was shortened past the archive makes it begin with a snapshot, and a restore reports the gap", async () => {
    const first = await begun({ uploadMs: 60_000 });
    await first.write();
    await first.archiver.upload();
    for (let line = 0; line < 3; line += 1) await first.write();
    await servers.connect().log.purge(position.sequence);
    const second = await promote();
    second.archiver.start();
    await until(() => second.archiver.state.needsSnapshot);
    await second.write();
    await snapshot(second);
    await second.write();
    await until(() => isDone(second));
    await second.stop();
    const [early = 0] = book.keys();
    expect(await restoredAt(early)).toEqual({ gap: null, book: lines.slice(0, 1) });
    expect((await restoredAt(clock)).book).toEqual(lines);
  });

  test("when an owner dies before it takes the snapshot after a gap, the next owner takes it", async () => {
    const first = await promote();
    await first.write();
    first.archiver.start();
    await until(() => first.archiver.state.needsSnapshot);
    await first.write();
    await until(() => isDone(first));
    await first.stop();
    const second = await promote();
    second.archiver.start();
    await until(() => second.archiver.state.isArchiving);
    expect(second.archiver.state.needsSnapshot).toBe(true);
    await snapshot(second);
    await second.stop();
    const third = await promote();
    third.archiver.start();
    await until(() => third.archiver.state.isArchiving);
    expect(third.archiver.state.needsSnapshot).toBe(false);
    await third.stop();
  });

  test("a snapshot of a former owner whose clock was ahead does not count as a snapshot after the gap", async () => {
    const first = await begun({ uploadMs: 60_000 });
    clock += HOUR_MS;
    await first.write();
    await snapshot(first);
    clock -= HOUR_MS;
    await first.write();
    await servers.connect().log.purge(position.sequence);
    const second = await promote();
    second.archiver.start();
    await until(() => second.archiver.state.needsSnapshot);
    await second.write();
    await until(() => isDone(second));
    await second.stop();
    const third = await promote();
    third.archiver.start();
    await until(() => third.archiver.state.isArchiving);
    expect(third.archiver.state.needsSnapshot).toBe(true);
    await third.stop();
  });

  test("an installation does not write to an archive that another one has taken over", async () => {
    const owner = await begun();
    await takeEpoch(store, CELL, 40, { installation: "other", node: "z", startedAtMs: clock });
    clock += 60_000;
    await owner.write();
    await until(() => owner.archiver.state.isSuperseded);
    expect(owner.archiver.state.isArchiving).toBe(false);
    await owner.stop();
    const next = await promote();
    next.archiver.start();
    await until(() => next.archiver.state.isSuperseded);
    await next.stop();
  });
});
