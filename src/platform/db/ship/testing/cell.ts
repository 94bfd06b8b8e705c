import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { waitForCheckpoint } from "#platform/db/checkpoint/checkpoints.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { encodeBatch, encodeMarker } from "#platform/db/ship/batch.ts";
import type { ShippedPath } from "#platform/db/ship/capture.ts";
import { type ChainLink, type Encoded, FIRST_LINK } from "#platform/db/ship/format.ts";
import { pinWal } from "#platform/db/ship/keep-wal.ts";
import type { Position } from "#platform/db/ship/position.ts";
import { createReader, type Reader } from "#platform/db/ship/reader.ts";
import { createRedo, type Redo } from "#platform/db/ship/redo.ts";
import { NO_SEAL } from "#platform/db/ship/seal.ts";
import { createShipper, type Shipper } from "#platform/db/ship/shipper.ts";

/** Before the first message of a log. */
export const EMPTY: Position = {
  ...FIRST_LINK,
  sequence: 0,
  installation: "test",
  isOwner: false,
  files: new Map(),
};

/** An owner with real files, whose batches are kept in memory as the log. */
export interface TestOwner {
  readonly directory: string;
  readonly shipper: Shipper;
  /** Every message group so far. */
  readonly log: Encoded[];
  readonly handles: Map<ShippedPath, Sqlite>;
  open(path: ShippedPath): Sqlite;
  close(path: ShippedPath): void;
  /** Closes and deletes a file. */
  remove(path: ShippedPath): void;
  /** Captures, and appends a batch when something was committed. */
  ship(): void;
  /** Copies the WAL into the file, only up to the pin when one is held. */
  checkpoint(path: ShippedPath): void;
  pin(path: ShippedPath): () => void;
  end(): void;
}

export interface TestOwnerOptions {
  readonly directory?: string;
  readonly known?: Position["files"];
  readonly from?: ChainLink;
}

export function testOwner({ directory, known, from }: TestOwnerOptions = {}): TestOwner {
  const place = directory ?? mkdtempSync(join(tmpdir(), "balcao-ship-"));
  const shipper = createShipper({ directory: place, known: known ?? new Map(), now: () => 0 });
  const log: Encoded[] = [];
  const handles = new Map<ShippedPath, Sqlite>();
  let link = from ?? FIRST_LINK;
  const epoch = link.epoch + 1;
  const next = () => ({ epoch, number: link.number + 1, previousChain: link.chain, seal: NO_SEAL });
  const append = (encoded: Encoded) => {
    link = encoded;
    log.push(encoded);
  };
  append(encodeMarker({ installation: "test", cell: 1, node: "a", atMs: 0 }, next()));
  const handleOf = (path: ShippedPath): Sqlite => {
    const handle = handles.get(path);
    if (!handle) throw new Error(`${path} is not open`);
    return handle;
  };
  const close = (path: ShippedPath) => {
    shipper.closing(handleOf(path));
    handleOf(path).close();
    handles.delete(path);
  };
  return {
    directory: place,
    shipper,
    log,
    handles,
    open(path) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      const handle = openDatabase(join(place, path), { durability: "remote", onCommit: shipper.committed });
      handles.set(path, handle);
      shipper.opened(handle);
      return handle;
    },
    close,
    remove(path) {
      close(path);
      shipper.acknowledged();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(join(place, path + suffix), { force: true });
      shipper.changed(path);
    },
    ship() {
      const capture = shipper.capture();
      if (capture) append(encodeBatch(capture, next()));
      shipper.acknowledged();
    },
    checkpoint(path) {
      const other = openDatabase(join(place, path), { durability: "remote" });
      other.pragma("wal_checkpoint(PASSIVE)");
      other.close();
    },
    pin: (path) => pinWal(join(place, path)),
    end() {
      for (const path of [...handles.keys()]) close(path);
      shipper.acknowledged();
      shipper.end();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** A standby that reads the log of a test owner. */
export interface TestStandby {
  readonly directory: string;
  readonly redo: Redo;
  /** Applies every message group that it has not applied. */
  follow(log: readonly Encoded[]): void;
  end(): void;
}

export function testStandby(
  directory = mkdtempSync(join(tmpdir(), "balcao-ship-")),
  from = EMPTY,
): TestStandby {
  const redo = createRedo(directory, from);
  const reader: Reader = createReader({ position: from, seal: NO_SEAL });
  return {
    directory,
    redo,
    follow(log) {
      for (const group of log) {
        if (group.number <= reader.position.number) continue;
        for (const part of group.parts) {
          const batch = reader.read(part);
          if (batch) redo.apply(batch, batch.number);
        }
      }
    },
    end() {
      redo.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Every database file below a directory, sorted. */
export function filesBelow(directory: string): ShippedPath[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sqlite"))
    .sort();
}

/** Checkpoints the WALs of the owner; returns the files that differ between owner and standby. */
export function differences(owner: TestOwner, standby: TestStandby): string[] {
  for (const handle of owner.handles.values()) {
    waitForCheckpoint(handle);
    handle.pragma("wal_checkpoint(TRUNCATE)");
  }
  const [ours, theirs] = [filesBelow(owner.directory), filesBelow(standby.directory)];
  if (ours.join() !== theirs.join()) return [`files: ${ours.join()} and ${theirs.join()}`];
  return ours.filter(
    (path) => !readFileSync(join(owner.directory, path)).equals(readFileSync(join(standby.directory, path))),
  );
}
