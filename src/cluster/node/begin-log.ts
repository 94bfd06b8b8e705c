import { statSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotStore } from "#cluster/archive/objects.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { cellFiles } from "#cluster/snapshot/cell-files.ts";
import { withEnds } from "#cluster/snapshot/cell-snapshots.ts";
import type { ChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { copyCell, listChunks } from "#cluster/snapshot/copy-cell.ts";
import { storeManifest } from "#cluster/snapshot/manifest.ts";
import { readPlainFile } from "#cluster/snapshot/plain-file.ts";
import { openDatabase } from "#platform/db/open.ts";
import { encodeMarker } from "#platform/db/ship/batch.ts";
import type { ShippedPath, WalEnd } from "#platform/db/ship/capture.ts";
import { FIRST_LINK } from "#platform/db/ship/format.ts";
import { type Position, writePosition } from "#platform/db/ship/position.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { OperatorError } from "#platform/errors.ts";

const TIMEOUT_MS = 5000;
const ATTEMPTS = 20;
/** A log without a leader refuses immediately. The servers elect the leader of a new log within seconds. */
const PAUSE_MS = 500;
const EMPTY_WAL: WalEnd = { salt: 0n, frame: 0 };

export interface BeginOptions {
  readonly directory: string;
  readonly cell: number;
  readonly node: string;
  readonly installation: string;
  readonly product: string;
  readonly log: BatchLog;
  readonly seal: BatchSeal;
  readonly snapshots: { readonly store: SnapshotStore; readonly seal: ChunkSeal };
  /** The epoch of the new log; greater than any before it. */
  readonly epoch: number;
  /** Last sequence of the log that this one replaces; 0 for a new one. */
  readonly after?: number;
  readonly now: () => number;
  /** Creates the empty log; called when all files are in the store of snapshots. */
  readonly createLog: () => Promise<void>;
  readonly onFile?: (path: ShippedPath, bytes: number) => void;
}

/**
 * Makes the first snapshot of a cell from the files of a directory, then its log, which begins with a marker, and stores the
 * position. The directory must be locked and no handle open. Throws OperatorError when the log is not empty.
 */
export async function beginLog(options: BeginOptions): Promise<Position> {
  const { directory, cell, node, installation, product, epoch, seal, snapshots, now } = options;
  const { store } = snapshots;
  const after = options.after ?? 0;
  const ends = new Map<ShippedPath, WalEnd>();
  for (const { path, kind } of cellFiles(directory)) {
    if (kind === "small") continue;
    fold(join(directory, path));
    ends.set(path, EMPTY_WAL);
  }
  const { files } = await copyCell({
    directory,
    cell,
    store,
    seal: snapshots.seal,
    known: await listChunks(store, cell),
    openFile: readPlainFile,
    onFile: ({ path }) => options.onFile?.(path, statSync(join(directory, path)).size),
  });
  await options.createLog();
  const atMs = now();
  const link = { epoch, number: 1, previousChain: FIRST_LINK.chain, seal };
  const marker = encodeMarker({ installation, cell, node, atMs }, link);
  const [body = new Uint8Array()] = marker.parts;
  await appendOnce(options.log, body, after, `${marker.id(0)}:begin:${installation}:${epoch}`);
  const position: Position = {
    installation,
    isOwner: false,
    epoch,
    number: marker.number,
    chain: marker.chain,
    sequence: after + 1,
    files: ends,
  };
  await storeManifest(store, snapshots.seal, {
    format: 1,
    installation,
    cell,
    product,
    from: { epoch, number: marker.number, chain: marker.chain.toString(16) },
    fromMs: atMs,
    to: marker.number,
    validMs: atMs,
    files: withEnds(files, position),
    log: { from: after + 1, to: after + 1, node },
  });
  await writePosition(directory, position);
  return position;
}

/** Copies the write-ahead log into the file. */
function fold(name: string): void {
  const db = openDatabase(name, { durability: "full" });
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

async function appendOnce(log: BatchLog, body: Uint8Array, expected: number, id: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { result, ...stored } = await log.append(body, { expected, id, timeoutMs: TIMEOUT_MS });
    if (result === "stored" && "sequence" in stored && stored.sequence === expected + 1) return;
    if (result === "unknown") {
      await Bun.sleep(PAUSE_MS);
      continue;
    }
    throw new OperatorError(`the log cannot be begun (${result}): another node writes, or it is not empty`);
  }
  throw new OperatorError("NATS does not answer");
}
