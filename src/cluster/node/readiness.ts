import type { BatchLog } from "#cluster/log/log.ts";
import type { Clock } from "#platform/clock.ts";
import type { Redo } from "#platform/db/ship/redo.ts";
import type { CopyCheck } from "./check-copy.ts";
import type { Follower, FollowerFault } from "./follower.ts";
import type { Lag } from "./lag.ts";

/** A node needs this much space to take over, bytes. */
export const MIN_FREE_BYTES = 1024 * 1024 * 1024;
/** Below it a standby applies nothing, so that the position and logs can still be written, bytes. */
const MIN_APPLY_BYTES = 128 * 1024 * 1024;
const CHECK_MS = 1000;
/** A copy that is further behind the end of the log, in messages, is not ready. */
const MAX_BEHIND = 1000;
/** Files that are opened in one turn of the event loop. */
const FILES_AT_ONCE = 50;
/** A copy that was ready for this long replaces the one that was moved aside, ms. */
const PROVEN_MS = 60_000;

export interface ReadinessOptions {
  readonly log: BatchLog;
  readonly redo: Redo;
  readonly follower: Follower;
  readonly lag: Lag;
  readonly copyCheck: CopyCheck;
  /** False for a copy from a snapshot before it is consistent. */
  readonly isComplete: () => Promise<boolean>;
  /** Why this program is too old for the files of the owner; null = it is not. */
  readonly tooOld: () => string | null;
  /** Monotonic. */
  readonly clock: Clock;
  readonly freeBytes: () => number;
  readonly onChange: (isReady: boolean) => void;
  /** Called when the files are damaged or incomplete, so that a new copy is needed. */
  readonly onBroken: (error: Error) => void;
  /** Called once, when the copy was ready for a minute and each of its databases could be opened. */
  readonly onProven: () => void;
}

/** Whether a standby may take over, checked once a second (docs/rules/cluster.md#ready). */
export interface Readiness {
  readonly isReady: boolean;
  /** Why the node cannot take over; null = it can, once it has applied the remaining messages. */
  readonly problem: string | null;
  faulty(fault: FollowerFault): void;
  healed(): void;
  stop(): void;
}

interface State {
  readonly options: ReadinessOptions;
  fault: FollowerFault | null;
  isDiskFull: boolean;
  isBehind: boolean;
  /** Files that were not opened yet. */
  unchecked: number;
  /** End of the log at the first answer. Until everything up to it is applied, files may be torn by an earlier crash. */
  firstEnd: number | null;
  readySinceMs: number | null;
  isProven: boolean;
  isStopped: boolean;
  cancel: () => void;
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const state: State = {
    options,
    fault: null,
    isDiskFull: false,
    isBehind: true,
    unchecked: 1,
    firstEnd: null,
    readySinceMs: null,
    isProven: false,
    isStopped: false,
    cancel: () => {},
  };
  void check(state);
  return {
    get isReady() {
      return isReady(state);
    },
    get problem() {
      return problemOf(state);
    },
    faulty(fault) {
      // Damage is final: a later failed write does not change the state.
      if (state.fault !== "rebuild") state.fault = fault;
      options.onChange(false);
    },
    healed() {
      if (state.fault === "disk") state.fault = null;
    },
    stop() {
      state.isStopped = true;
      state.cancel();
    },
  };
}

const FAULTS: Readonly<Record<FollowerFault, string>> = {
  rebuild: "its copy must be made again",
  program: "its program is too old to read the log: upgrade it",
  key: "its APP_SECRET is not the one of the log",
  disk: "its files cannot be written",
};

function problemOf({ fault, isDiskFull, options }: State): string | null {
  if (fault !== null) return FAULTS[fault];
  return options.copyCheck.problem ?? options.tooOld() ?? (isDiskFull ? "its disk is full" : null);
}

const isReady = (state: State): boolean =>
  problemOf(state) === null &&
  !state.isBehind &&
  state.unchecked === 0 &&
  state.options.redo.missing.size === 0;

async function check(state: State): Promise<void> {
  const { options } = state;
  readDisk(state);
  await readEnd(state);
  if (!state.isBehind && state.fault === null) await checkFiles(state);
  if (state.isStopped) return;
  options.onChange(isReady(state));
  noteProven(state);
  state.cancel = options.clock.after(CHECK_MS, () => void check(state));
}

function readDisk(state: State): void {
  const { freeBytes, follower } = state.options;
  let free = 0;
  try {
    free = freeBytes();
  } catch {
    // A data disk that does not answer counts as full.
  }
  state.isDiskFull = free < MIN_FREE_BYTES;
  follower.setRoom(free >= MIN_APPLY_BYTES);
}

async function readEnd(state: State): Promise<void> {
  const { log, follower, lag, clock, redo } = state.options;
  const sentAtMs = clock.now();
  try {
    const { last } = await log.state();
    // The log may end in a batch that a dead owner could not complete: it is read and never applied.
    const { seen } = follower;
    state.firstEnd ??= last;
    lag.ended({ last, sentAtMs, applied: seen });
    const isComplete = await state.options.isComplete();
    state.isBehind = last - seen > MAX_BEHIND || seen < state.firstEnd || !isComplete;
  } catch {
    // The servers do not answer: the last known state stays.
  }
  const [missing] = redo.missing;
  if (!state.isBehind && missing !== undefined && state.fault === null)
    state.options.onBroken(new Error(`${missing} is missing, and the log has only changed pages of it`));
}

async function checkFiles(state: State): Promise<void> {
  const { copyCheck, onBroken } = state.options;
  try {
    do {
      state.unchecked = copyCheck.run(FILES_AT_ONCE);
      if (state.unchecked > 0) await new Promise((resolve) => setImmediate(resolve));
    } while (state.unchecked > 0 && !state.isStopped && state.fault === null);
  } catch (error) {
    if (!state.isStopped) onBroken(error as Error);
  }
}

function noteProven(state: State): void {
  const { clock, onProven } = state.options;
  state.readySinceMs = isReady(state) ? (state.readySinceMs ?? clock.now()) : null;
  if (state.isProven || state.readySinceMs === null || clock.now() - state.readySinceMs < PROVEN_MS) return;
  state.isProven = true;
  onProven();
}
