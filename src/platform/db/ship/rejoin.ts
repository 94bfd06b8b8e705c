import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isIncomplete, type ShippedPath, type WalEnd } from "./capture.ts";
import type { Position } from "./position.ts";
import type { Batch } from "./reader.ts";

/** What was done to the WALs of a directory. */
export interface Rejoined {
  /** Files whose WAL was shortened: its last commits were not acknowledged. */
  readonly cut: readonly ShippedPath[];
  /** Files whose WAL had nothing acknowledged beyond the file itself. */
  readonly dropped: readonly ShippedPath[];
  /** Files whose WAL was acknowledged to its end. */
  readonly kept: readonly ShippedPath[];
  /** Files that the log does not contain: they were created and never acknowledged. They are left as they are. */
  readonly unknown: readonly ShippedPath[];
  /** Files of the position that this directory does not have: the log removes them or brings them whole, or a new copy is needed. */
  readonly missing: readonly ShippedPath[];
}

/**
 * Up to where the log contains each WAL of this directory: the stored position, and the batches behind it that this
 * node appended as the owner. Batches of later owners name WALs on their machines and are skipped.
 */
export function acknowledgedEnds(position: Position, batches: Iterable<Batch>): Map<ShippedPath, WalEnd> {
  const ends = new Map(position.isOwner ? position.files : []);
  if (!position.isOwner) return ends;
  for (const batch of batches) {
    if (batch.epoch !== position.epoch || batch.number <= position.number || batch.kind !== "batch") continue;
    for (const path of batch.capture.deleted)
      for (const known of [...ends.keys()])
        if (known === path || known.startsWith(`${path}/`)) ends.delete(known);
    for (const { path, wal } of batch.capture.files) ends.set(path, wal);
  }
  return ends;
}

/**
 * Brings the files of a directory to what the log acknowledged, before redo continues at the stored position
 * (docs/rules/cluster.md#rejoin): each WAL is cut after its acknowledged end, or dropped, then checkpointed.
 * No handle may be open in the directory. May be repeated after a crash. Throws SQLite's error for a damaged file.
 */
export function rejoin(
  directory: string,
  position: Position,
  ends: ReadonlyMap<ShippedPath, WalEnd>,
): Rejoined {
  const present = shippedFiles(directory);
  const isHere = new Set(present);
  // A file of which the log has only some pieces is removed by its owner or the next one.
  const missing = [...position.files]
    .filter(([path, end]) => !isHere.has(path) && !isIncomplete(end))
    .map(([path]) => path);
  const done = {
    cut: [] as string[],
    dropped: [] as string[],
    kept: [] as string[],
    unknown: [] as string[],
  };
  for (const path of present) {
    if (!ends.has(path) && !position.files.has(path)) done.unknown.push(path);
    const name = join(directory, path);
    if (!existsSync(`${name}-wal`)) continue;
    const verdict = cutWal(`${name}-wal`, ends.get(path));
    done[verdict].push(path);
    if (verdict !== "dropped") checkpoint(name);
    for (const suffix of ["-wal", "-shm"]) rmSync(name + suffix, { force: true });
  }
  return { ...done, missing };
}

/** Files and folders of a data directory that are not shipped. */
const NOT_SHIPPED = /^(?:lock\.sqlite$|(?:backups|replaced-copy|differing-copy|snapshot-check)\/)/;

/** Every database file of a data directory that belongs into the log, sorted. */
export function shippedFiles(directory: string): ShippedPath[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sqlite") && !NOT_SHIPPED.test(path))
    .sort();
}

const HEADER = 32;
const FRAME_HEADER = 24;

function cutWal(path: string, end: WalEnd | undefined): "cut" | "dropped" | "kept" {
  const descriptor = openSync(path, "r+");
  try {
    const header = Buffer.alloc(HEADER);
    const isComplete = readSync(descriptor, header, 0, HEADER, 0) === HEADER;
    if (!isComplete || !end || end.frame === 0 || header.readBigUInt64BE(16) !== end.salt) return "dropped";
    const length = HEADER + end.frame * (FRAME_HEADER + header.readUInt32BE(8));
    if (fstatSync(descriptor).size <= length) return "kept";
    ftruncateSync(descriptor, length);
    return "cut";
  } finally {
    closeSync(descriptor);
  }
}

/** Copies the WAL into the file, synced. */
function checkpoint(path: string): void {
  rmSync(`${path}-shm`, { force: true });
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma("synchronous = FULL");
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}
