import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellFiles } from "#cluster/snapshot/cell-files.ts";
import type { ShippedPath, WalEnd } from "#platform/db/ship/capture.ts";
import { BrokenChain, readHeader } from "#platform/db/ship/format.ts";
import { type Position, readPosition } from "#platform/db/ship/position.ts";
import { createReader } from "#platform/db/ship/reader.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { randomCode } from "#platform/ids.ts";
import { readSegment } from "./segment.ts";
import type { WaitingSegment } from "./spool.ts";

/**
 * Up to where the last process archived the data directory: its stored position plus the later batches in the spool. Undefined when
 * that is not certain; a new snapshot is needed then. `directory`: the folder of the archive, which has the position.
 */
export function readContinuity(
  directory: string,
  waiting: readonly WaitingSegment[],
  seal: BatchSeal,
): Position | undefined {
  try {
    const stored = hadPowerCut(directory) ? undefined : readPosition(directory);
    return stored && replay(stored, waiting, seal);
  } catch (error) {
    if (error instanceof BrokenChain || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function replay(stored: Position, waiting: readonly WaitingSegment[], seal: BatchSeal): Position {
  const reader = createReader({ position: stored, seal });
  const files = new Map(stored.files);
  for (const { path } of waiting) {
    if (!existsSync(path)) continue;
    for (const { part } of readSegment(readFileSync(path))) {
      const { epoch, number } = readHeader(part);
      if (epoch < stored.epoch || number <= stored.number) continue;
      const batch = reader.read(part);
      if (batch?.kind !== "batch") continue;
      for (const gone of batch.capture.deleted) removeBelow(files, gone);
      for (const file of batch.capture.files) files.set(file.path, file.wal);
    }
  }
  return { ...stored, ...reader.position, files };
}

export function removeBelow(files: Map<ShippedPath, WalEnd>, path: ShippedPath): void {
  for (const known of [...files.keys()])
    if (known === path || known.startsWith(`${path}/`)) files.delete(known);
}

/**
 * The ends from which an archive that begins with a snapshot captures. The snapshot has the database files, so each write-ahead
 * log is captured from its beginning.
 */
export function endsBeforeSnapshot(dataDirectory: string): Map<ShippedPath, WalEnd> {
  const ends = new Map<ShippedPath, WalEnd>();
  for (const { path, kind } of cellFiles(dataDirectory))
    if (kind === "database") ends.set(path, { salt: 0n, frame: 0 });
  return ends;
}

/** File with the id of the current boot of the machine; it exists while a process archives the directory. */
const RUNNING_FILE = "running";
const BOOT_ID = "/proc/sys/kernel/random/boot_id";
/** Changes with each start of the machine; a system without it counts as restarted. */
const bootId = (): string => (existsSync(BOOT_ID) ? readFileSync(BOOT_ID, "utf8").trim() : randomCode());

export const noteRunning = (directory: string): void =>
  writeFileSync(join(directory, RUNNING_FILE), bootId());
export const noteStopped = (directory: string): void =>
  rmSync(join(directory, RUNNING_FILE), { force: true });

/**
 * Whether the machine stopped while a process archived the directory: files may have lost commits that the archive has, so
 * their ends differ from the stored position.
 */
function hadPowerCut(directory: string): boolean {
  const path = join(directory, RUNNING_FILE);
  return existsSync(path) && readFileSync(path, "utf8") !== bootId();
}
