import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { type RemoteMedia, RemoteMediaAway, RemoteMediaDamaged } from "#platform/remote-media.ts";
import type { ArchiveFile } from "./manifest.ts";
import { isPlainName, type MediaFileOnDisk } from "./media-files.ts";
import { sync } from "./pack.ts";

/** Storage of media beyond this machine, where it is configured. */
export type MediaStorage = Pick<RemoteMedia, "download">;

/** Why files of a company are not in its archive. */
export interface LeftOut {
  /** Files that are neither on this machine nor in the storage, or are damaged there. */
  missing: number;
  /** Files that could not be fetched because the storage did not respond. */
  away: number;
  /** The error message of the storage. */
  reason: string | null;
}

interface Options {
  readonly id: number;
  /** The database of the company; only read. */
  readonly database: string;
  /** A directory with room for one file. */
  readonly work: string;
  readonly storage: MediaStorage;
  /** Names of the files that the archive has already. */
  readonly done: ReadonlySet<string>;
  readonly known?: ReadonlyMap<string, ArchiveFile> | undefined;
  readonly leftOut: LeftOut;
}

interface Row {
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}
const BATCH = 500;

/**
 * Yields the media that have a row and are not on this machine. A file of an earlier backup is yielded as its entry
 * there; other files are fetched one by one, and each is removed before the next one is fetched.
 */
export async function* storedMedia(options: Options): AsyncGenerator<ArchiveFile | MediaFileOnDisk> {
  const { work, done, known } = options;
  const path = join(work, "fetched");
  const seen = new Set<string>();
  for (const { path: name, size, sha256 } of rowsOf(options.database)) {
    if (done.has(name) || seen.has(name) || !isPlainName(name)) continue;
    seen.add(name);
    const before = known?.get(name);
    if (before?.sha256 === sha256 && before.size === size) {
      yield before;
      continue;
    }
    try {
      if (!(await fetched(options, sha256, path))) continue;
      await sync(path);
      yield { name, path, size: statSync(path).size };
    } finally {
      rmSync(path, { force: true });
    }
  }
}

/**
 * Fetches a file. Returns false, and counts the reason, when that fails. Once the storage did not respond, no further
 * file is requested.
 */
async function fetched({ id, storage, leftOut }: Options, sha256: string, path: string): Promise<boolean> {
  if (leftOut.away > 0) {
    leftOut.away += 1;
    return false;
  }
  try {
    if (await storage.download(id, sha256, path)) return true;
    leftOut.missing += 1;
  } catch (error) {
    if (error instanceof RemoteMediaDamaged) leftOut.missing += 1;
    else if (error instanceof RemoteMediaAway) leftOut.away += 1;
    else throw error;
    leftOut.reason = error.message;
  }
  return false;
}

/** Rows with a file, read in short steps so that no reader holds back a checkpoint. */
function* rowsOf(database: string): Generator<Row> {
  const db = openDatabase(database, { durability: "normal", readonly: true });
  try {
    const next = db.prepare(
      `SELECT id, path, size, sha256 FROM media_file
       WHERE id > ? AND state = 'stored' AND path IS NOT NULL AND sha256 IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
    );
    for (let after = 0; ; ) {
      const rows = next.all(after) as Row[];
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  } finally {
    db.close();
  }
}
