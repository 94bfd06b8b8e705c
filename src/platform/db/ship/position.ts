import { existsSync, readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { ShippedPath, WalEnd } from "./capture.ts";
import type { ChainLink } from "./format.ts";

/** Up to where the files of a directory are known to contain the log, stored beside them. */
export interface Position extends ChainLink {
  /** Sequence of the last message of the last applied group in the log. */
  readonly sequence: number;
  /** Id of the installation that the log belongs to. */
  readonly installation: string;
  /**
   * Whether this directory was the owner's: its files may have WALs. A new owner stores this before it opens a file.
   */
  readonly isOwner: boolean;
  /** Every database file that the log contains: how much of its owner's WAL is in the log. */
  readonly files: ReadonlyMap<ShippedPath, WalEnd>;
}

/** File of the position in the data directory. */
export const POSITION_FILE = "position";

interface Stored {
  readonly version: 1;
  readonly installation: string;
  readonly sequence: number;
  readonly isOwner: boolean;
  readonly epoch: number;
  readonly number: number;
  readonly chain: string;
  /** Path → salt in hex and frame. */
  readonly files: Readonly<Record<string, readonly [string, number]>>;
}

/** The stored position; undefined for a directory that never belonged to a cluster. Throws for a damaged file. */
export function readPosition(directory: string): Position | undefined {
  const path = join(directory, POSITION_FILE);
  if (!existsSync(path)) return undefined;
  const { version, chain, files, ...rest } = JSON.parse(readFileSync(path, "utf8")) as Stored;
  if (version !== 1) throw new Error(`${path} was written by a newer program`);
  const ends = Object.entries(files).map(
    ([name, [salt, frame]]) => [name, { salt: BigInt(`0x${salt}`), frame }] as const,
  );
  return { ...rest, chain: BigInt(`0x${chain}`), files: new Map(ends) };
}

/** Replaces the stored position in one step that survives a power failure. Call it only after all files are synced. */
export async function writePosition(directory: string, position: Position): Promise<void> {
  const { installation, sequence, isOwner, epoch, number } = position;
  const files: Record<string, [string, number]> = {};
  for (const [path, { salt, frame }] of position.files) files[path] = [salt.toString(16), frame];
  const stored: Stored = {
    version: 1,
    installation,
    sequence,
    isOwner,
    epoch,
    number,
    chain: position.chain.toString(16),
    files,
  };
  const path = join(directory, POSITION_FILE);
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(stored));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFile(directory);
}

/** Syncs a file or folder to disk; does nothing when it no longer exists. */
export async function syncFile(path: string): Promise<void> {
  try {
    const file = await open(path, "r");
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
