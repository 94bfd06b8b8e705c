import {
  closeSync,
  existsSync,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readSegmentName, segmentName } from "./names.ts";
import { completeBytes, encodeEntry, readSegment, type SegmentEntry } from "./segment.ts";

/** A closed segment that waits for its upload. */
export interface WaitingSegment {
  /** Name of its object. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** When its first and its last batch were captured, ms since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface SpoolOptions {
  /** Folder below the data directory. */
  readonly directory: string;
  readonly cell: number;
  readonly epoch: number;
  /** A segment is closed at this size, bytes. */
  readonly segmentBytes?: number;
}

/**
 * Changes on the local disk that wait for the storage of the archive. They survive a kill and, once `append` has resolved,
 * a power cut.
 */
export interface Spool {
  /** Adds the parts of one batch; resolves when they are on disk. One call at a time. */
  append(entries: readonly SegmentEntry[]): Promise<void>;
  /** Closes the open segment, so that it can be uploaded; without entries nothing happens. */
  cut(): void;
  /** Closed segments, oldest first. */
  waiting(): readonly WaitingSegment[];
  /** Removes an uploaded segment. */
  remove(segment: WaitingSegment): void;
  /** Bytes on disk, the open segment included. */
  readonly bytes: number;
  /** When the oldest waiting batch was captured, ms since 1970; null = none waits. */
  readonly oldestMs: number | null;
  close(): void;
}

const OPEN = "open";
const SEGMENT_BYTES = 8 * 1024 * 1024;
const sync = promisify(fdatasync);

interface OpenSegment {
  readonly descriptor: number;
  readonly firstMs: number;
  lastMs: number;
  bytes: number;
  /** The folder was synced since the file was created. */
  isListed: boolean;
}

async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, "r");
  try {
    await sync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Opens the spool of a new epoch; segments of earlier epochs that were not uploaded are kept. */
export function openSpool({ directory, cell, epoch, segmentBytes = SEGMENT_BYTES }: SpoolOptions): Spool {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const openPath = (segment: number) => join(directory, `${OPEN}-${epoch}-${segment}`);
  const waiting = recover(directory, cell);
  let number =
    1 +
    Math.max(
      0,
      ...waiting
        .filter(({ name }) => readSegmentName(name)?.epoch === epoch)
        .map(({ name }) => readSegmentName(name)?.segment ?? 0),
    );
  let open: OpenSegment | undefined;

  const cut = (): void => {
    if (!open) return;
    const { descriptor, firstMs, lastMs, bytes } = open;
    closeSync(descriptor);
    open = undefined;
    waiting.push(
      finish(directory, openPath(number), {
        name: segmentName(cell, { epoch, segment: number, lastMs }),
        bytes,
        firstMs,
        lastMs,
      }),
    );
    number += 1;
  };
  const write = (entry: SegmentEntry): OpenSegment => {
    open ??= {
      descriptor: openSync(openPath(number), "a", 0o600),
      firstMs: entry.capturedAtMs,
      lastMs: 0,
      bytes: 0,
      isListed: false,
    };
    const bytes = encodeEntry(entry);
    writeAll(open.descriptor, bytes);
    open.bytes += bytes.length;
    open.lastMs = Math.max(open.lastMs, entry.capturedAtMs);
    return open;
  };
  return {
    async append(entries) {
      for (const entry of entries) {
        const segment = write(entry);
        if (segment.bytes < segmentBytes) continue;
        await sync(segment.descriptor);
        cut();
      }
      if (!open) return;
      await sync(open.descriptor);
      if (!open.isListed) await syncFolder(directory);
      open.isListed = true;
    },
    cut,
    waiting: () => [...waiting],
    remove(segment) {
      const at = waiting.findIndex(({ name }) => name === segment.name);
      if (at >= 0) waiting.splice(at, 1);
      rmSync(segment.path, { force: true });
    },
    get bytes() {
      return waiting.reduce((sum, { bytes }) => sum + bytes, open?.bytes ?? 0);
    },
    get oldestMs() {
      const [oldest] = waiting;
      return oldest?.firstMs ?? open?.firstMs ?? null;
    },
    close() {
      if (open) closeSync(open.descriptor);
      open = undefined;
    },
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Renames a complete segment: its file name is the name of its object, with `~` for `/`. */
function finish(directory: string, from: string, segment: Omit<WaitingSegment, "path">): WaitingSegment {
  const path = join(directory, segment.name.replaceAll("/", "~"));
  renameSync(from, path);
  return { ...segment, path };
}

/** The segments that an earlier process left; the one it was writing is closed, without a torn last entry. */
export function waitingSegments(directory: string, cell: number): readonly WaitingSegment[] {
  return existsSync(directory) ? recover(directory, cell) : [];
}

function recover(directory: string, cell: number): WaitingSegment[] {
  const found: WaitingSegment[] = [];
  for (const file of readdirSync(directory)) {
    const path = join(directory, file);
    const [, epoch, segment] = /^open-(\d+)-(\d+)$/.exec(file) ?? [];
    if (epoch === undefined) {
      const name = file.replaceAll("~", "/");
      const read = readSegmentName(name);
      if (read)
        found.push({ name, path, bytes: statSync(path).size, firstMs: read.lastMs, lastMs: read.lastMs });
      continue;
    }
    const bytes = readFileSync(path);
    const complete = completeBytes(bytes);
    if (complete === 0) {
      rmSync(path);
      continue;
    }
    truncateSync(path, complete);
    const entries = [...readSegment(bytes.subarray(0, complete))];
    const times = entries.map(({ capturedAtMs }) => capturedAtMs);
    const [firstMs, lastMs] = [Math.min(...times), Math.max(...times)];
    const name = segmentName(cell, { epoch: Number(epoch), segment: Number(segment), lastMs });
    found.push(finish(directory, path, { name, bytes: complete, firstMs, lastMs }));
  }
  const orderOf = ({ name }: WaitingSegment) => name.slice(name.lastIndexOf("/"));
  return found.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}
