import { existsSync } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { BLOCK_BYTES, blocksIn, digestOf, rootOf, unpackBlocks } from "./blocks.ts";
import type { SentFile } from "./company-files.ts";

interface ReceivedFile {
  /** Digests of the blocks, as they were written. */
  readonly digests: Uint8Array[];
  /** Length of each block. */
  readonly lengths: number[];
}

/** The files of an arriving company, and the digest of each block that was written to them. */
export interface ReceivedFiles {
  /** Writes packed blocks to the disk. Calls are made one after the other. Throws a RangeError for wrong blocks. */
  write(path: string, packed: Uint8Array): Promise<void>;
  /**
   * Compares all blocks with the files of the source, removes what is not listed, and folds the logs of the databases. Reads no
   * database. False: a file differs.
   */
  complete(files: readonly SentFile[]): Promise<boolean>;
}

export function receiveFiles(staging: string): ReceivedFiles {
  const received = new Map<string, ReceivedFile>();
  /** What was compared and folded; the files are not those that arrived any more. */
  let completed: string | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  async function write(name: string, packed: Uint8Array): Promise<void> {
    if (completed !== null) throw new Error("the files of the company are complete");
    const path = join(staging, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const known = received.get(name) ?? { digests: [], lengths: [] };
    received.set(name, known);
    const file = await open(path, existsSync(path) ? "r+" : "w+", 0o600);
    try {
      for (const { offset, bytes } of unpackBlocks(packed)) {
        if (offset % BLOCK_BYTES !== 0 || bytes.length === 0 || bytes.length > BLOCK_BYTES)
          throw new RangeError("not a block");
        const block = offset / BLOCK_BYTES;
        // Until it is written, nothing is known of it.
        delete known.digests[block];
        const { bytesWritten } = await file.write(bytes, 0, bytes.length, offset);
        if (bytesWritten !== bytes.length) throw new RangeError("a block was not written");
        known.digests[block] = digestOf(bytes);
        known.lengths[block] = bytes.length;
      }
      // Now, while the company works, and not in its pause.
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Whether the blocks are those of a file of the source; its length is set. */
  async function finish({ path: name, size, root }: SentFile): Promise<boolean> {
    const { digests, lengths } = received.get(name) ?? { digests: [], lengths: [] };
    const count = blocksIn(size);
    for (let block = 0; block < count; block += 1)
      if (!digests[block] || lengths[block] !== Math.min(BLOCK_BYTES, size - block * BLOCK_BYTES))
        return false;
    if (rootOf(digests.slice(0, count)) !== root) return false;
    const path = join(staging, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, existsSync(path) ? "r+" : "w+", 0o600);
    try {
      await file.truncate(size);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  }

  async function complete(files: readonly SentFile[]): Promise<boolean> {
    const list = JSON.stringify(files);
    if (completed !== null) return completed === list;
    const listed = new Set(files.map(({ path }) => path));
    for (const folder of ["", "sessions"])
      for (const name of await filesBelow(staging, folder))
        if (!listed.has(name)) await rm(join(staging, name));
    for (const file of files) if (!(await finish(file))) return false;
    for (const { path } of files) {
      if (!path.endsWith("-wal")) continue;
      const name = path.slice(0, -"-wal".length);
      // From here on the file is not the one that arrived.
      received.delete(name);
      const database = openDatabase(join(staging, name), { durability: "full" });
      try {
        database.pragma("wal_checkpoint(TRUNCATE)");
      } finally {
        database.close();
      }
    }
    completed = list;
    return true;
  }

  return {
    write: (path, packed) => alone(() => write(path, packed)),
    complete: (files) => alone(() => complete(files)),
  };
}

/** Files in a folder: those of `sessions` at any depth, of the folder of the company without its media. */
async function filesBelow(staging: string, folder: string): Promise<readonly string[]> {
  const directory = join(staging, folder);
  if (!existsSync(directory)) return [];
  const entries = await readdir(directory, { recursive: folder !== "", withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(staging.length + 1));
}
