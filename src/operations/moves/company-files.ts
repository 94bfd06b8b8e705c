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
import { BATCH_BYTES, BLOCK_BYTES, type Block, packBlocks } from "./blocks.ts";
import type { MoveLink } from "./link.ts";

const read = promisify(readCallback);

/** A file of a company as it must arrive. */
export interface SentFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
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
  /** Sends everything of the closed company. Null: a file changed meanwhile, and the call must be repeated. */
  sendClosed(): Promise<readonly SentFile[] | null>;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Call it when the company is closed. */
  closeFiles(): void;
}

export function createFileSender(directory: string, link: MoveLink, signal: AbortSignal): FileSender {
  /** Hashes of the blocks that the target has, by file. */
  const known = new Map<string, bigint[]>();
  let sent = 0;

  async function flush(
    path: string,
    blocks: readonly Block[],
    hashes: bigint[],
    next: ReadonlyMap<number, bigint>,
  ) {
    signal.throwIfAborted();
    if (blocks.length === 0) return;
    const packed = packBlocks(blocks);
    await link("blocks", { query: { file: path }, body: () => packed as Uint8Array<ArrayBuffer> });
    for (const [block, hash] of next) hashes[block] = hash;
    sent += packed.length;
  }

  async function sendFile(path: string): Promise<SentFile> {
    const file = openKept(join(directory, path));
    const { size } = fstatSync(file);
    const hashes = known.get(path) ?? [];
    known.set(path, hashes);
    const whole = new Bun.CryptoHasher("sha256");
    let blocks: Block[] = [];
    let next = new Map<number, bigint>();
    for (let at = 0; at < size; ) {
      const buffer = Buffer.alloc(Math.min(BATCH_BYTES, size - at));
      const { bytesRead } = await read(file, buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      whole.update(piece);
      for (let from = 0; from < piece.length; from += BLOCK_BYTES) {
        const bytes = piece.subarray(from, from + BLOCK_BYTES);
        const block = (at + from) / BLOCK_BYTES;
        const hash = BigInt(Bun.hash(bytes)) ^ BigInt(bytes.length);
        if (hashes[block] === hash) continue;
        blocks.push({ offset: at + from, bytes });
        next.set(block, hash);
      }
      at += bytesRead;
      if (blocks.length * BLOCK_BYTES >= BATCH_BYTES || at >= size) {
        await flush(path, blocks, hashes, next);
        blocks = [];
        next = new Map();
      }
    }
    hashes.length = Math.min(hashes.length, Math.ceil(size / BLOCK_BYTES));
    return { path, size, sha256: whole.digest("hex") };
  }

  return {
    get sent() {
      return sent;
    },
    async sendOpen() {
      const before = sent;
      for (const path of filesOf(directory, false)) await sendFile(path);
      return sent - before;
    },
    async sendClosed() {
      const before = stampOf(directory);
      const files: SentFile[] = [];
      for (const path of filesOf(directory, true)) files.push(await sendFile(path));
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

/** Changes with every write to a file of the closed company. */
const stampOf = (directory: string): string =>
  filesOf(directory, true)
    .map((path) => {
      const { size, mtimeMs, ino } = statSync(join(directory, path));
      return `${path} ${size} ${mtimeMs} ${ino}`;
    })
    .join("\n");

/** Whether the databases of a closed company have unfolded tails: their last commits are not acknowledged by the log yet. */
export const hasTails = (directory: string): boolean =>
  filesOf(directory, true).some((path) => path.endsWith("-wal") && statSync(join(directory, path)).size > 0);
