import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  read as readCallback,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { BATCH_BYTES, BLOCK_BYTES, type Block, blocksIn, digestOf, packBlocks, rootOf } from "./blocks.ts";
import type { MoveLink } from "./link.ts";
import { blocksOfWal } from "./wal-pages.ts";

const read = promisify(readCallback);

/** Blocks that are read and hashed without a turn of the event loop: some milliseconds. */
const PIECE_BLOCKS = 16;
/** Longer than a tick of the clock of a file system, ms. */
const TICK_MS = 50;

/** A block that the target does not have yet. */
interface ChangedBlock extends Block {
  readonly digest: Uint8Array;
}

/** A file of a company as it must arrive. */
export interface SentFile {
  readonly path: string;
  readonly size: number;
  /** As `rootOf` gives it. */
  readonly root: string;
}

/** Files of a company that the log of its cell has, and the unfolded tails of its databases. Media are sent on their own. */
const MOVED =
  /^(?:company\.sqlite|sessions\/[1-9]\d{0,14}\/session\.sqlite)(?:-wal)?$|^sessions\/[1-9]\d{0,14}\/linked$/;

/** Whether a name is one of a moved file: it does not lead out of the directory. */
export const isMovedFile = (path: string): boolean => MOVED.test(path);

/** The files of a closed company, or the databases of an open one. */
function filesOf(directory: string, isClosed: boolean): readonly string[] {
  const sessions = join(directory, "sessions");
  const folders = existsSync(sessions) ? readdirSync(sessions).map((name) => `sessions/${name}`) : [];
  return ["", ...folders]
    .flatMap((folder) => {
      const place = join(directory, folder);
      if (!statSync(place).isDirectory()) return [];
      return readdirSync(place).map((name) => (folder === "" ? name : `${folder}/${name}`));
    })
    .filter((path) => isMovedFile(path) && (isClosed || path.endsWith(".sqlite")))
    .sort();
}

/**
 * Descriptors of database files that this process may have open. Closing one would release the locks of SQLite in the whole
 * process, so they are closed only when the company is closed, and used again by the next move.
 */
const kept = new Map<string, number>();

function openKept(path: string): number {
  const known = kept.get(path);
  if (known !== undefined) {
    const [now, then] = [statSync(path), fstatSync(known)];
    if (now.ino === then.ino && now.dev === then.dev) return known;
    closeSync(known);
  }
  const opened = openSync(path, "r");
  kept.set(path, opened);
  return opened;
}

/** Sends the files of a company, and afterwards only the blocks that changed since. */
export interface FileSender {
  /** Sends the databases of the open company; they need not be consistent yet. Returns the bytes that were sent. */
  sendOpen(): Promise<number>;
  /** Whether a database was written to since the last `sendOpen` began. Their write-ahead logs do not count. */
  haveChanged(): boolean;
  /**
   * Call it in the turn of the event loop in which the company was closed, before its last commits are folded into the databases.
   * From then on only the blocks that these commits change are read again.
   */
  noteClosed(): void;
  /** Sends everything of the closed company. Null: a file changed meanwhile, and the call must be repeated. */
  sendClosed(): Promise<readonly SentFile[] | null>;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Blocks read so far. */
  readonly blocksRead: number;
  /** Call it when the company is closed. */
  closeFiles(): void;
}

interface KnownFile {
  /** Digests of the blocks that the target has. */
  readonly digests: Uint8Array[];
  size: number;
  /** As the file was when its last reading began; null: a later write may leave the same stamp. */
  stamp: string | null;
  /** Blocks that may have changed since; null = any. */
  changed: ReadonlySet<number> | null;
}

export function createFileSender(directory: string, link: MoveLink, signal: AbortSignal): FileSender {
  const known = new Map<string, KnownFile>();
  let [sent, blocksRead] = [0, 0];

  async function flush(path: string, blocks: readonly ChangedBlock[], digests: Uint8Array[]) {
    signal.throwIfAborted();
    if (blocks.length === 0) return;
    const packed = packBlocks(blocks);
    await link("blocks", { query: { file: path }, body: () => packed as Uint8Array<ArrayBuffer> });
    for (const { offset, digest } of blocks) digests[offset / BLOCK_BYTES] = digest;
    sent += packed.length;
  }

  /** Reads and sends the blocks of a file that `isNeeded` names, in pieces between which other work runs. */
  async function sendBlocks(
    path: string,
    size: number,
    { digests }: KnownFile,
    isNeeded: (block: number) => boolean,
  ): Promise<void> {
    const file = openKept(join(directory, path));
    let blocks: ChangedBlock[] = [];
    const end = blocksIn(size);
    for (let block = 0; block < end; block += 1) {
      if (!isNeeded(block)) continue;
      const first = block;
      while (block + 1 < end && block + 1 - first < PIECE_BLOCKS && isNeeded(block + 1)) block += 1;
      const at = first * BLOCK_BYTES;
      const buffer = Buffer.alloc(Math.min((block + 1) * BLOCK_BYTES, size) - at);
      const { bytesRead } = await read(file, buffer, 0, buffer.length, at);
      for (let from = 0; from < bytesRead; from += BLOCK_BYTES) {
        const bytes = buffer.subarray(from, Math.min(from + BLOCK_BYTES, bytesRead));
        const former = digests[first + from / BLOCK_BYTES];
        const digest = digestOf(bytes);
        blocksRead += 1;
        if (!former || Buffer.compare(former, digest) !== 0)
          blocks.push({ offset: at + from, bytes, digest });
      }
      if (blocks.length * BLOCK_BYTES < BATCH_BYTES) continue;
      await flush(path, blocks, digests);
      blocks = [];
    }
    await flush(path, blocks, digests);
  }

  async function sendWhole(path: string): Promise<KnownFile> {
    const { size } = fstatSync(openKept(join(directory, path)));
    const file = known.get(path) ?? { digests: [], size: 0, stamp: null, changed: null };
    known.set(path, file);
    file.stamp = safeStampOf(join(directory, path));
    file.changed = null;
    await sendBlocks(path, size, file, () => true);
    setSize(file, size);
    return file;
  }

  async function sendChanged(path: string): Promise<SentFile> {
    let file = known.get(path);
    if (!file || (file.changed === null && !isUnchanged(path, file))) file = await sendWhole(path);
    else {
      const { size, changed } = file;
      const now = fstatSync(openKept(join(directory, path))).size;
      // The last block of the shorter file, and everything behind it.
      const from = size === now ? blocksIn(size) : Math.max(0, blocksIn(Math.min(size, now)) - 1);
      await sendBlocks(path, now, file, (block) => block >= from || changed?.has(block) === true);
      setSize(file, now);
    }
    return { path, size: file.size, root: rootOf(file.digests) };
  }

  const isUnchanged = (path: string, { stamp }: KnownFile) =>
    stamp !== null && stamp === stampOfFile(join(directory, path));

  return {
    get sent() {
      return sent;
    },
    get blocksRead() {
      return blocksRead;
    },
    async sendOpen() {
      const before = sent;
      for (const path of filesOf(directory, false)) {
        const file = known.get(path);
        if (!file || !isUnchanged(path, file)) await sendWhole(path);
      }
      return sent - before;
    },
    haveChanged: () =>
      filesOf(directory, false).some((path) => {
        const file = known.get(path);
        return !file || !isUnchanged(path, file);
      }),
    noteClosed() {
      for (const [path, file] of known)
        if (path.endsWith(".sqlite") && isUnchanged(path, file))
          file.changed = blocksOfWal(join(directory, `${path}-wal`));
    },
    async sendClosed() {
      const before = stampOf(directory);
      const files: SentFile[] = [];
      for (const path of filesOf(directory, true)) files.push(await sendChanged(path));
      return stampOf(directory) === before ? files : null;
    },
    closeFiles() {
      for (const [path, file] of kept)
        if (path.startsWith(`${directory}/`)) {
          closeSync(file);
          kept.delete(path);
        }
    },
  };
}

function setSize(file: KnownFile, size: number): void {
  file.size = size;
  file.digests.length = Math.min(file.digests.length, blocksIn(size));
}

/** Changes with every write to a file, unless the write is in the same tick of the clock of the file system as the one before. */
function stampOfFile(path: string): string {
  const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

/** Null: the last write was a moment ago, so that the next one may be in the same tick. */
function safeStampOf(path: string): string | null {
  const stamp = stampOfFile(path);
  return statSync(path).mtimeMs < Date.now() - TICK_MS ? stamp : null;
}

/** Changes with every write to a file of the closed company. */
const stampOf = (directory: string): string =>
  filesOf(directory, true)
    .map((path) => `${path} ${stampOfFile(join(directory, path))}`)
    .join("\n");

/** Whether the databases of a closed company have unfolded tails: their last commits are not acknowledged by the log yet. */
export const hasTails = (directory: string): boolean =>
  filesOf(directory, true).some((path) => path.endsWith("-wal") && statSync(join(directory, path)).size > 0);
