import { dirname, join } from "node:path";
import type { Clock } from "#platform/clock.ts";
import { createBackground } from "./background.ts";
import { encodeBatchBeside, encodeNotice, type Notice } from "./batch.ts";
import type { Capture } from "./capture.ts";
import type { ChainLink, Encoded } from "./format.ts";
import { type Position, syncFile, writePosition } from "./position.ts";
import type { BatchSeal } from "./seal.ts";
import type { Shipper } from "./shipper.ts";

/** Where batches must be stored before their effects may leave the process: the log, or the spool of an archive. */
export interface BatchSink {
  /**
   * Appends all parts; returns the sequence of the last one. Calls come one after the other. When it rejects, the same
   * batch is appended again by the next `ship`, with the same bytes and ids.
   */
  append(batch: Encoded): Promise<number>;
}

/**
 * Receives every stored batch in order and must not wait: it follows, for example to fill an archive. `sequence`: of its last
 * part. `capturedAtMs`: null for a notice.
 */
export interface BatchFollower {
  stored(batch: Encoded, sequence: number, capturedAtMs: number | null): void;
}

export interface ShippingOptions {
  readonly directory: string;
  readonly shipper: Shipper;
  readonly seal: BatchSeal;
  readonly sink: BatchSink;
  readonly followers?: readonly BatchFollower[];
  /** Position behind the marker of this owner; `files` has every file of the directory, with an empty WAL. */
  readonly start: Position;
  readonly clock: Clock;
  /**
   * Syncs the WALs of a batch before it is stored. For an archive without a cluster: after a power failure the archive
   * must not have more than the disk.
   */
  readonly syncFirst?: boolean;
  /** How long after a batch the local position moves, ms. */
  readonly syncMs?: number;
  /** How long after a commit it is shipped when `ship` is not called, ms. */
  readonly shipMs?: number;
  /** The local disk failed; commits are still durable elsewhere. */
  readonly onSyncError?: (error: unknown) => void;
}

interface ShippingFigures {
  readonly batches: number;
  readonly bytes: number;
  /** Bytes of the batch that waits for its acknowledgement; 0 when none does. */
  readonly inFlightBytes: number;
  /** Commits of database files in the stored batches. */
  readonly commits: number;
  /** Frames of write-ahead logs that are not stored yet. */
  readonly waitingFrames: number;
}

/** Turns commits into batches, one in flight at a time. */
export interface Shipping {
  /**
   * Captures what was committed and resolves once it is stored; a call waits for the call before it. Rejects when it
   * could not be stored; the batch is kept for the next call.
   */
  ship(): Promise<void>;
  /** Appends a notice for standbys, in the order of the batches. Returns what is stored up to it. */
  notice(notice: Notice): Promise<Position>;
  /** The position up to which everything is stored. */
  position(): Position;
  /** Syncs the local files and moves the stored position of this directory. Also done once a second. */
  sync(): Promise<void>;
  figures(): ShippingFigures;
  /** Ends the work in the background; `ship` first for a planned stop. */
  stop(): Promise<void>;
}

interface State {
  link: ChainLink;
  sequence: number;
  readonly ends: Map<string, Position["files"] extends ReadonlyMap<string, infer End> ? End : never>;
  /** Absolute paths of WALs, small files and folders to sync. */
  unsynced: Set<string>;
  /** Captured, and not encoded yet. */
  captured: Capture | undefined;
  pending: { readonly encoded: Encoded; readonly capture: Capture | undefined } | undefined;
  batches: number;
  bytes: number;
  commits: number;
}

const SYNC_MS = 1000;
const SHIP_MS = 200;
const pagesIn = (capture: Capture | undefined): number =>
  (capture?.files ?? []).reduce((sum, { numbers }) => sum + numbers.length, 0);
const sizeOf = ({ parts }: Encoded): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Starts to ship the commits that a `Shipper` collects, as the owner of `start.epoch`. */
export function startShipping(options: ShippingOptions): Shipping {
  const { directory, shipper, seal, sink, start, clock } = options;
  const state: State = {
    link: start,
    sequence: start.sequence,
    ends: new Map(start.files),
    unsynced: new Set(),
    captured: undefined,
    pending: undefined,
    batches: 0,
    bytes: 0,
    commits: 0,
  };
  const next = () => ({
    epoch: start.epoch,
    number: state.link.number + 1,
    previousChain: state.link.chain,
    seal,
  });
  const position = (): Position => {
    const { epoch, number, chain } = state.link;
    const { installation } = start;
    return {
      installation,
      isOwner: true,
      epoch,
      number,
      chain,
      sequence: state.sequence,
      files: new Map(state.ends),
    };
  };
  const sync = async (): Promise<void> => {
    const reached = position();
    const paths = state.unsynced;
    state.unsynced = new Set();
    try {
      for (const path of paths) await syncFile(path);
      await writePosition(directory, reached);
    } catch (error) {
      for (const path of paths) state.unsynced.add(path);
      throw error;
    }
  };
  const syncs = createBackground(clock, options.syncMs ?? SYNC_MS, () =>
    sync().catch((error) => {
      options.onSyncError?.(error);
      syncs.plan();
    }),
  );
  const store = async (): Promise<void> => {
    const { pending } = state;
    if (!pending) return;
    if (options.syncFirst && pending.capture) await syncPages(directory, pending.capture);
    const sequence = await sink.append(pending.encoded);
    accept(state, directory, pending, sequence);
    const capturedAtMs = pending.capture?.capturedAtMs ?? null;
    for (const follower of options.followers ?? []) follower.stored(pending.encoded, sequence, capturedAtMs);
    shipper.acknowledged();
    syncs.plan();
  };
  const storeCaptured = async (): Promise<void> => {
    const { captured: capture } = state;
    if (!capture) return;
    const encoding = encodeBatchBeside(capture, next());
    // A small batch is appended without a turn of the event loop.
    const encoded = encoding instanceof Promise ? await encoding : encoding;
    state.pending = { encoded, capture };
    state.captured = undefined;
    await store();
  };
  const storeEarlier = async (): Promise<void> => {
    if (state.pending) await store();
    if (state.captured) await storeCaptured();
  };
  const shipNow = async (): Promise<void> => {
    // The batch of a failed call is sent first, unchanged: it may be stored already.
    if (state.pending || state.captured) await storeEarlier();
    state.captured = shipper.capture();
    await storeCaptured();
  };
  const ships = createBackground(clock, options.shipMs ?? SHIP_MS, () => shipNow().catch(() => ships.plan()));
  shipper.watch(ships.plan);

  return {
    ship: () => ships.alone(shipNow),
    notice: (notice) =>
      ships.alone(async () => {
        await storeEarlier();
        state.pending = { encoded: encodeNotice(notice, next()), capture: undefined };
        await store();
        return position();
      }),
    position,
    sync: () => syncs.alone(sync),
    figures: () => ({
      batches: state.batches,
      bytes: state.bytes,
      inFlightBytes: state.pending ? sizeOf(state.pending.encoded) : 0,
      commits: state.commits,
      waitingFrames: pagesIn(state.pending?.capture) + shipper.waitingFrames(),
    }),
    async stop() {
      shipper.end();
      await ships.stop();
      await syncs.stop();
    },
  };
}

function accept(
  state: State,
  directory: string,
  { encoded, capture }: NonNullable<State["pending"]>,
  sequence: number,
): void {
  state.pending = undefined;
  state.link = { epoch: encoded.epoch, number: encoded.number, chain: encoded.chain };
  state.sequence = sequence;
  state.batches += 1;
  state.bytes += sizeOf(encoded);
  if (!capture) return;
  for (const path of capture.deleted) {
    for (const known of [...state.ends.keys()])
      if (known === path || known.startsWith(`${path}/`)) state.ends.delete(known);
    state.unsynced.add(dirname(join(directory, path)));
  }
  for (const { path, wal, isWhole, commits = 0 } of capture.files) {
    state.commits += commits;
    state.ends.set(path, wal);
    // Never the file itself: closing a descriptor of it would release the locks of SQLite in this process.
    state.unsynced.add(join(directory, `${path}-wal`));
    if (isWhole) state.unsynced.add(dirname(join(directory, path)));
  }
  for (const { path } of capture.smallFiles)
    state.unsynced.add(join(directory, path)).add(dirname(join(directory, path)));
}

async function syncPages(directory: string, { files }: Capture): Promise<void> {
  for (const { path } of files) await syncFile(join(directory, `${path}-wal`));
}
