import type { BatchFollower } from "#platform/db/ship/shipping.ts";
import type { ArchiverState } from "./archiver-state.ts";
import type { ArchivedEnd } from "./epoch.ts";
import { archiveAll, type LogArchiverOptions, type State } from "./log-archiver-steps.ts";
import { createRecentBatches } from "./log-groups.ts";
import { ArchiveError } from "./objects.ts";
import { pauseAfter } from "./uploader.ts";

/** Archives the acknowledged batches of a cell on its owner. */
export interface LogArchiver {
  /** Receives every batch that the log has acknowledged. */
  readonly follower: BatchFollower;
  start(): void;
  /** Makes sure that the log has everything committed so far; returns its end. Undefined while nothing is archived. */
  flush(): Promise<ArchivedEnd | undefined>;
  /** Flushes, and resolves once the storage has everything. */
  upload(): Promise<ArchivedEnd | undefined>;
  /** A snapshot was stored. */
  snapshotStored(atMs: number): void;
  /** Last sequence of the log that the archive has; 0 = nothing, or not known yet. The log keeps what follows. */
  readonly archivedSequence: number;
  readonly state: ArchiverState;
  /** Archives what is acknowledged already, for at most this time, and ends. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Archives the log of a cell (docs/rules/cluster.md#archive-of-a-cell). The archive gets exactly the acknowledged batches, in their
 * order: those of this owner from memory, and those that former owners left from the log.
 */
export function createLogArchiver(options: LogArchiverOptions): LogArchiver {
  const memoryBytes = options.memoryBytes ?? 32 * 1024 * 1024;
  const state: State = {
    uploadMs: 1000,
    segmentBytes: 8 * 1024 * 1024,
    ...options,
    memoryBytes,
    startedMs: options.now(),
    recent: createRecentBatches(memoryBytes),
    ended: new AbortController(),
    claim: undefined,
    segment: undefined,
    end: undefined,
    oldestMs: null,
    isChecked: false,
    checkedMs: options.now(),
    needsSnapshot: false,
    isSuperseded: false,
    failures: 0,
    lastSnapshotMs: null,
    turn: Promise.resolve(),
  };
  let loop: Promise<void> = Promise.resolve();
  return {
    follower: state.recent,
    start() {
      loop = archiveLoop(state);
    },
    flush: () => flush(state),
    async upload() {
      const to = await flush(state);
      if (!to) return undefined;
      await inTurn(state, () => archiveAll(state));
      if ((state.end?.number ?? 0) < to.number) throw new ArchiveError("the cell was given to another node");
      return to;
    },
    snapshotStored(atMs) {
      state.needsSnapshot = false;
      state.lastSnapshotMs = atMs;
    },
    get archivedSequence() {
      return state.end?.sequence ?? 0;
    },
    get state() {
      return stateOf(state);
    },
    async stop(timeoutMs) {
      const last = inTurn(state, () => archiveAll(state)).catch(() => undefined);
      await Promise.race([last, Bun.sleep(timeoutMs)]);
      state.ended.abort();
      await Promise.race([loop, Bun.sleep(timeoutMs)]);
    },
  };
}

/** One upload at a time. */
function inTurn<T>(state: State, work: () => Promise<T>): Promise<T> {
  const next = state.turn.then(work);
  state.turn = next.catch(() => undefined);
  return next;
}

async function flush(state: State): Promise<ArchivedEnd | undefined> {
  if (!state.end || state.isSuperseded) return undefined;
  await state.ship();
  const { epoch, number, chain } = state.position();
  return { epoch, number, chain, capturedAtMs: Math.max(state.now(), state.end.capturedAtMs) };
}

async function archiveLoop(state: State): Promise<void> {
  const { ended, journal, uploadMs } = state;
  while (!ended.signal.aborted) {
    try {
      await inTurn(state, () => archiveAll(state));
      if (state.failures > 0) journal.info({}, "changes are archived again");
      state.failures = 0;
    } catch (error) {
      state.failures += 1;
      if (state.failures === 1 || state.failures % 20 === 0)
        journal.error(
          { err: error, failures: state.failures },
          "changes cannot be archived; the log keeps them and they are archived later",
        );
    }
    await pause(state, state.failures === 0 ? uploadMs : pauseAfter(state.failures));
  }
}

function stateOf(state: State): ArchiverState {
  const { end, recent, isSuperseded, needsSnapshot, failures, lastSnapshotMs } = state;
  const isBehind = state.position().sequence > (end?.sequence ?? 0);
  const oldestMs = state.oldestMs ?? (end && recent.behind(end, 1)[0]?.capturedAtMs) ?? state.startedMs;
  return {
    isArchiving: end !== undefined && !isSuperseded,
    needsSnapshot,
    isSuperseded,
    lagSeconds: isBehind ? Math.max(0, state.now() - oldestMs) / 1000 : 0,
    spoolBytes: 0,
    failures,
    lastSnapshotMs,
  };
}

const pause = ({ ended }: State, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      ended.signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    ended.signal.addEventListener("abort", done);
  });
