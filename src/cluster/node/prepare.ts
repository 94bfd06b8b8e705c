import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cellFiles } from "#cluster/snapshot/cell-files.ts";
import { noteGivenUp, readUnfinished, removeFiles } from "#cluster/snapshot/restore-copy.ts";
import { POSITION_FILE, type Position, readPosition } from "#platform/db/ship/position.ts";
import { createRedo, type Redo } from "#platform/db/ship/redo.ts";
import { rejoin } from "#platform/db/ship/rejoin.ts";
import { OperatorError } from "#platform/errors.ts";
import type { Log } from "#platform/log.ts";
import { forgetReplacedLog } from "./replaced-log.ts";

/**
 * Folder for a copy that cannot be continued. It stays until the new copy is complete (`deleteReplacedCopy`), which takes
 * unchanged content from it.
 */
export const OLD_COPY = "replaced-copy";

export interface PrepareOptions {
  readonly directory: string;
  readonly journal: Log;
  /** Fills the empty directory from the newest snapshot; waits for one when there is none. */
  readonly restoreSnapshot: () => Promise<Position>;
}

/**
 * Brings the files of this directory to a state that redo can continue (docs/rules/cluster.md#rejoin), and returns the redo.
 * Throws OperatorError when the directory has data that does not belong to the cluster.
 */
export async function prepareCopy(options: PrepareOptions): Promise<Redo> {
  const { directory, journal } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const known = readPosition(directory);
  if (!known) return createRedo(directory, await startCopy(options));
  // Redo continues at the stored position, so commits that are cut from these WALs come again from the log.
  const done = rejoin(directory, known, known.isOwner ? known.files : new Map());
  const counts = Object.fromEntries(Object.entries(done).map(([what, paths]) => [what, paths.length]));
  journal.info({ sequence: known.sequence, epoch: known.epoch, ...counts }, "rejoined the cell");
  return createRedo(directory, known, done.missing);
}

/** Fills a directory without a position from a snapshot; returns the position of that snapshot. */
async function startCopy({ directory, restoreSnapshot }: PrepareOptions): Promise<Position> {
  // An earlier attempt to copy ended before all files were there.
  if (readUnfinished(directory)) removeFiles(directory);
  else if (existsSync(join(directory, "system.sqlite")))
    throw new OperatorError(
      `${directory} has data that does not belong to the cluster: run balcao cluster init on this node, or empty the directory on a new standby`,
    );
  return restoreSnapshot();
}

/** Moves a copy aside that cannot be continued, so that the next start makes a new one. Media and keys stay. */
export function discardCopy(directory: string): void {
  const old = join(directory, OLD_COPY);
  rmSync(old, { recursive: true, force: true });
  noteGivenUp(directory);
  forgetReplacedLog(directory);
  rmSync(join(directory, POSITION_FILE), { force: true });
  for (const { path } of [...cellFiles(directory)]) {
    mkdirSync(join(old, dirname(path)), { recursive: true, mode: 0o700 });
    for (const suffix of ["", "-wal", "-shm"])
      if (existsSync(join(directory, path + suffix)))
        renameSync(join(directory, path + suffix), join(old, path + suffix));
  }
}

/**
 * Folder for databases of this copy that differed from the owner's. They are kept because a person must find out which of the
 * two is right.
 */
const DIFFERING_COPY = "differing-copy";

/** Keeps these files under another name, so that they outlive their copy. They replace the files of an earlier difference. */
export function keepDiffering(directory: string, paths: readonly string[]): void {
  const kept = join(directory, DIFFERING_COPY);
  rmSync(kept, { recursive: true, force: true });
  for (const path of paths) {
    mkdirSync(join(kept, dirname(path)), { recursive: true, mode: 0o700 });
    linkSync(join(directory, path), join(kept, path));
  }
}

/** Deletes the copy that was moved aside, once the new one is complete and its databases could be opened. */
export async function deleteReplacedCopy(directory: string): Promise<void> {
  await rm(join(directory, OLD_COPY), { recursive: true, force: true });
}
