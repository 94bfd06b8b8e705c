import { type BatchLog, LogGap } from "#cluster/log/log.ts";
import { BrokenChain } from "#platform/db/ship/format.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import type { Log } from "#platform/log.ts";
import { readArchived } from "./archived-end.ts";
import { type EpochClaim, type LogEnd, lastEpoch, takeEpoch } from "./epoch.ts";
import { lacksSnapshot, noteGap } from "./gaps.ts";
import { type LogGroup, type RecentBatches, readGroups } from "./log-groups.ts";
import { segmentName } from "./names.ts";
import { type ObjectStore, requireConditionalWrites } from "./objects.ts";
import { encodeEntry } from "./segment.ts";
import { storeSegment } from "./uploader.ts";

export interface LogArchiverOptions {
  readonly store: ObjectStore;
  readonly log: BatchLog;
  readonly seal: BatchSeal;
  readonly cell: number;
  readonly node: string;
  /** The epoch of this owner. */
  readonly epoch: number;
  /** Up to where the log has acknowledged the batches of this owner. */
  readonly position: () => Position;
  /** Appends what was committed so far; resolves once it is acknowledged. */
  readonly ship: () => Promise<void>;
  /** True while the lease of this owner is valid. */
  readonly isOpen: () => boolean;
  readonly journal: Pick<Log, "info" | "error">;
  readonly now: () => number;
  /** Time between uploads, ms (1000). */
  readonly uploadMs?: number;
  /** Batches that wait in memory, bytes (32 MB); more are read from the log. */
  readonly memoryBytes?: number;
  /** Size of a segment, bytes (8 MB). */
  readonly segmentBytes?: number;
}

interface Segment {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly end: LogEnd;
}

/** What a log archiver knows; the functions below are its steps. */
export interface State extends Required<LogArchiverOptions> {
  readonly startedMs: number;
  readonly recent: RecentBatches;
  readonly ended: AbortController;
  /** Kept until it is stored: a repeated upload must have the same bytes. */
  claim: EpochClaim | undefined;
  segment: Segment | undefined;
  end: LogEnd | undefined;
  /** When the oldest group that waits was captured, ms; null = not known. */
  oldestMs: number | null;
  isChecked: boolean;
  /** When the claims of others were read last, ms. */
  checkedMs: number;
  needsSnapshot: boolean;
  isSuperseded: boolean;
  failures: number;
  lastSnapshotMs: number | null;
  turn: Promise<unknown>;
}

/** Time between checks for a later owner, ms. */
const OWNER_CHECK_MS = 30_000;

/** Archives everything acknowledged so far. Gives up messages that the log no longer has; a snapshot is needed then. */
export async function archiveAll(state: State): Promise<void> {
  try {
    await archiveWaiting(state);
  } catch (error) {
    if (!(error instanceof LogGap || error instanceof BrokenChain)) throw error;
    await giveUp(state, error.message);
  }
}

/** Only a node that owns the cell writes to the archive. */
const mayWrite = ({ isSuperseded, isOpen, ended }: State): boolean =>
  !isSuperseded && !ended.signal.aborted && isOpen();

async function archiveWaiting(state: State): Promise<void> {
  const { store, recent } = state;
  while (mayWrite(state)) {
    if (!state.end) await begin(state);
    state.segment ??= await nextSegment(state);
    if (state.segment) await checkOwner(state);
    if (!state.segment || !mayWrite(state)) return;
    await storeSegment(store, state.segment.name, state.segment.bytes);
    const { end } = state.segment;
    state.segment = undefined;
    state.end = end;
    state.oldestMs = null;
    recent.forget(end.sequence);
  }
}

/**
 * Claims the epoch of this owner, which continues the archive. An archive of another log, or of one machine, is not continued.
 */
async function begin(state: State): Promise<void> {
  const { store, cell, epoch, node, now, position } = state;
  if (!state.isChecked) await requireConditionalWrites(store, `${cell}-${node}-${now()}`);
  state.isChecked = true;
  if (!state.claim) {
    const { claim, end } = await readArchived(store, cell, now());
    const { installation, sequence } = position();
    if ((claim?.epoch ?? 0) >= epoch) return supersede(state);
    const isContinued = claim?.installation === installation && end !== undefined && end.sequence <= sequence;
    const start = { ...(isContinued ? end : endOf(state)), isContinued };
    state.claim = { installation, node, startedAtMs: state.startedMs, start };
  }
  const { start } = state.claim;
  if (!start?.isContinued) await startAgain(state, "it has nothing of this log");
  if (!(await takeEpoch(store, cell, epoch, state.claim))) return supersede(state);
  state.needsSnapshot = await lacksSnapshot(store, cell);
  state.end = start;
}

/** The acknowledged end of the log. */
function endOf({ position, now }: State): LogEnd {
  const { epoch, number, chain, sequence } = position();
  return { epoch, number, chain, sequence, capturedAtMs: now() };
}

/** Gives up the messages between the end of the archive and the present, because the log no longer has them. */
async function giveUp(state: State, reason: string): Promise<void> {
  await startAgain(state, reason);
  state.end = endOf(state);
  state.segment = undefined;
  state.oldestMs = null;
  state.needsSnapshot = true;
  state.recent.forget(state.end.sequence);
}

async function startAgain({ store, cell, epoch, now, journal }: State, reason: string): Promise<void> {
  await noteGap(store, cell, now(), epoch);
  journal.info({ epoch, place: store.place, reason }, "the continuous archive begins with a new snapshot");
}

/** Stops archiving when another installation, or a later owner while this process was frozen, has claimed a later epoch. */
async function checkOwner(state: State): Promise<void> {
  const { store, cell, epoch, now } = state;
  if (now() - state.checkedMs < OWNER_CHECK_MS) return;
  if ((await lastEpoch(store, cell)) > epoch) supersede(state);
  state.checkedMs = now();
}

function supersede(state: State): void {
  state.isSuperseded = true;
  state.journal.error(
    { place: state.store.place, epoch: state.epoch },
    "the archive has an epoch that this log does not know: another installation archives to the same place; give each installation its own ARCHIVE_S3_PREFIX or ARCHIVE_DIR",
  );
}

async function nextSegment(state: State): Promise<Segment | undefined> {
  const { cell, epoch, log, seal, recent, segmentBytes, ended } = state;
  const { end } = state;
  const last = state.position().sequence;
  if (!end || last <= end.sequence) return undefined;
  const waiting = recent.behind(end, segmentBytes);
  const groups =
    waiting.length > 0
      ? waiting
      : await readGroups({
          log,
          seal,
          after: end,
          upTo: last,
          maxBytes: segmentBytes,
          signal: ended.signal,
          isEnough: (link) => recent.has(link),
        });
  const [oldest] = groups;
  const newest = groups.at(-1);
  if (!oldest || !newest) return undefined;
  state.oldestMs = oldest.capturedAtMs;
  return {
    name: segmentName(cell, { epoch, segment: newest.sequence, lastMs: newest.capturedAtMs }),
    bytes: Buffer.concat(groups.flatMap(entriesOf)),
    end: newest,
  };
}

const entriesOf = ({ parts, capturedAtMs }: LogGroup): readonly Uint8Array[] =>
  parts.map((part) => encodeEntry({ part, capturedAtMs }));
