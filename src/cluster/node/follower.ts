import { type BatchLog, LogGap } from "#cluster/log/log.ts";
import type { Attempt } from "#cluster/ownership/append.ts";
import type { Copy } from "#cluster/ownership/run.ts";
import type { Clock } from "#platform/clock.ts";
import { encodeMarker } from "#platform/db/ship/batch.ts";
import { BrokenChain, type ChainLink } from "#platform/db/ship/format.ts";
import { type Batch, createReader } from "#platform/db/ship/reader.ts";
import type { Redo } from "#platform/db/ship/redo.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { newUuid } from "#platform/ids.ts";

/** Period of the sync of applied files, ms. */
const SYNC_MS = 1000;
/** Pause before following again after a failed write, ms. */
const RETRY_MS = 2000;
/** When a takeover waits this long for a message, the log is read from the position again, ms. */
const STALLED_MS = 700;
const HURRIED_MS = 20;

/**
 * Why a copy does not continue. `disk`: a file could not be written; the write is repeated, and `onHealed` is called when it
 * succeeds. The other reasons are final. `rebuild`: a new copy is needed. `program` and `key`: the copy is good, but a newer
 * program wrote the message, or it is sealed with another key.
 */
export type FollowerFault = "rebuild" | "program" | "key" | "disk";

export interface FollowerOptions {
  readonly cell: number;
  readonly node: string;
  /** Id of the installation; null before the first marker was read. */
  readonly installation: string;
  readonly log: BatchLog;
  readonly redo: Redo;
  readonly seal: BatchSeal;
  /** Monotonic. */
  readonly clock: Clock;
  readonly wallClock: Clock;
  /**
   * Called after each message group, with the time at which its server stored it, ms. If it returns a promise, nothing is
   * applied until the promise settles.
   */
  readonly onApplied?: (batch: Batch, storedAtMs: number, pause: Pause) => Promise<void> | undefined;
  /** Called for each fault. After any other fault than `disk` the follower has stopped permanently. */
  readonly onFault: (fault: FollowerFault, error: unknown) => void;
  /** Called when files could be written and synced again after a fault of the disk. */
  readonly onHealed?: () => void;
}

/** A pause after a message group, in which nothing is applied. */
export interface Pause {
  /** False: files may have changes of later messages, which are applied again after a failed write or sync. */
  readonly isExact: boolean;
  /** Aborts when a takeover waits: the pause has to end. */
  readonly signal: AbortSignal;
}

/** Applies the log of a cell to the files of this node (docs/rules/cluster.md#batches). */
export interface Follower extends Copy {
  /** Sequence of the last message that is applied. */
  readonly applied: number;
  /** Sequence of the last message that was read: every complete group up to it is applied. */
  readonly seen: number;
  /** False: nothing is applied until there is room again. */
  setRoom(hasRoom: boolean): void;
  /**
   * Stops applying and syncs all files. With `marker` it first applies this node's own marker, so that the position is
   * behind it.
   */
  finish(marker?: { readonly attempt: Attempt; readonly sequence: number }): Promise<void>;
}

interface Waiting {
  readonly sequence: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** State of a follower; its functions take it as their first parameter. */
interface FollowerState {
  readonly options: FollowerOptions;
  readonly ended: AbortController;
  /** Ends the present reading of the log; the next one begins at the position. */
  run: AbortController;
  hasRoom: boolean;
  /** True after a message group could not be written, until one is written again. */
  isApplyFailing: boolean;
  /** True when the present reading was ended because a takeover waits. */
  isHurried: boolean;
  /** True after a fault of the disk was reported, until its end is reported. */
  isFaulty: boolean;
  /** Last message seen; messages of an unfinished group are seen but not applied. */
  seen: number;
  /** Until this message is applied, files may have changes of later messages. */
  inexactUpTo: number;
  /** Ends a pause in which nothing is applied. */
  pause: AbortController;
  waiting: Waiting[];
  cancelSync: () => void;
  syncing: Promise<void>;
}

/** Begins to follow at the position of `redo`. */
export function createFollower(options: FollowerOptions): Follower {
  const { redo } = options;
  const state: FollowerState = {
    options,
    ended: new AbortController(),
    run: new AbortController(),
    hasRoom: true,
    isApplyFailing: false,
    isFaulty: false,
    isHurried: false,
    seen: redo.position().sequence,
    inexactUpTo: 0,
    pause: new AbortController(),
    waiting: [],
    cancelSync: () => {},
    syncing: Promise.resolve(),
  };
  scheduleSync(state);
  const running = followUntilStopped(state);
  return {
    get applied() {
      return redo.position().sequence;
    },
    get seen() {
      return state.seen;
    },
    whenApplied(sequence) {
      if (state.ended.signal.aborted) return Promise.reject(new Error("the copy has stopped"));
      if (state.seen >= sequence) return Promise.resolve();
      state.pause.abort();
      hurry(state, sequence);
      return new Promise((resolve, reject) => void state.waiting.push({ sequence, resolve, reject }));
    },
    buildMarker: () => buildMarker(state),
    setRoom(hasRoom) {
      state.hasRoom = hasRoom;
      if (!hasRoom) state.run.abort();
      if (!hasRoom) state.pause.abort();
    },
    async finish(marker) {
      stop(state, new Error("the copy was stopped"));
      await running;
      // After a failed sync the copy is back at its stored position; the marker does not follow it, so the takeover fails.
      await state.syncing;
      if (marker && redo.position().sequence < marker.sequence) applyOwnMarker(state, marker);
      await redo.sync();
      redo.close();
    },
  };
}

async function followUntilStopped(state: FollowerState): Promise<void> {
  const { options, ended } = state;
  while (!ended.signal.aborted) {
    state.run = new AbortController();
    try {
      if (state.hasRoom) await followOnce(state, AbortSignal.any([ended.signal, state.run.signal]));
    } catch (error) {
      if (ended.signal.aborted) return;
      const fault = faultOf(error);
      if (fault === "disk") state.isApplyFailing = state.isFaulty = true;
      options.onFault(fault, error);
      if (fault !== "disk") return stop(state, error);
    }
    if (!ended.signal.aborted) await pause(state, state.isHurried ? HURRIED_MS : RETRY_MS);
    state.isHurried = false;
  }
}

function faultOf(error: unknown): FollowerFault {
  if (error instanceof BrokenChain)
    return error.fault === "version" ? "program" : error.fault === "key" ? "key" : "rebuild";
  return error instanceof LogGap ? "rebuild" : "disk";
}

/** Follows from the position; a group that was read in part is read again from its first message. */
async function followOnce(state: FollowerState, ended: AbortSignal): Promise<void> {
  const { options } = state;
  const { redo, seal, log, installation } = options;
  const start = redo.position();
  state.seen = start.sequence;
  const reader = createReader({ position: start, seal, installation });
  for await (const { sequence, body, storedAtMs } of log.follow(start.sequence + 1, ended)) {
    if (ended.aborted) return;
    const batch = reader.read(body);
    if (batch) {
      apply(state, batch, sequence);
      state.isApplyFailing = false;
    }
    state.seen = sequence;
    wake(state);
    if (!batch) continue;
    const isExact = sequence > state.inexactUpTo;
    state.pause = new AbortController();
    if (state.waiting.length > 0) state.pause.abort();
    const pausing = options.onApplied?.(batch, storedAtMs, { isExact, signal: state.pause.signal });
    if (pausing) await pausing;
  }
}

/** Applies a group. When it cannot be written completely, it is written again later. */
function apply(state: FollowerState, batch: Batch, sequence: number): void {
  try {
    state.options.redo.apply(batch, sequence);
  } catch (error) {
    state.inexactUpTo = Math.max(state.inexactUpTo, sequence);
    throw error;
  }
}

/** Reads the log again while a takeover waits for this message, so that a reader without a server is replaced early. */
function hurry(state: FollowerState, sequence: number): void {
  if (state.ended.signal.aborted || state.seen >= sequence) return;
  state.options.clock.after(STALLED_MS, () => {
    if (state.seen >= sequence) return;
    state.isHurried = true;
    state.run.abort();
    hurry(state, sequence);
  });
}

function wake(state: FollowerState): void {
  const isReached = ({ sequence }: Waiting) => state.seen >= sequence;
  const reached = state.waiting.filter(isReached);
  if (reached.length === 0) return;
  state.waiting = state.waiting.filter((one) => !isReached(one));
  for (const { resolve } of reached) resolve();
}

function stop(state: FollowerState, error: unknown): void {
  state.ended.abort();
  state.pause.abort();
  state.cancelSync();
  for (const { reject } of state.waiting) reject(error);
  state.waiting = [];
}

/** Builds the marker of the next epoch, after every message seen. Readers drop parts of an unfinished group before it. */
function buildMarker({ options, seen }: FollowerState): Attempt {
  const { cell, node, installation, seal, redo, wallClock } = options;
  const { epoch, number, chain }: ChainLink = redo.position();
  const next = { epoch: epoch + 1, number: number + 1, previousChain: chain, seal };
  const encoded = encodeMarker({ installation, cell, node, atMs: wallClock.now() }, next);
  const [body] = encoded.parts;
  if (!body) throw new Error("a marker has one part");
  // Two nodes may try the same epoch: with equal ids the log would treat one marker as a repetition of the other.
  return { body, id: `${encoded.id(0)}:${node}:${newUuid()}`, expected: seen };
}

function applyOwnMarker(
  { options }: FollowerState,
  { attempt, sequence }: { readonly attempt: Attempt; readonly sequence: number },
): void {
  const { redo, seal, installation } = options;
  const batch = createReader({ position: redo.position(), seal, installation }).read(attempt.body);
  if (!batch) throw new Error("a marker has one part");
  redo.apply(batch, sequence);
}

/** Every second the applied files are synced and the position moves behind them (docs/rules/cluster.md#position). */
function scheduleSync(state: FollowerState): void {
  if (state.ended.signal.aborted) return;
  state.cancelSync = state.options.clock.after(SYNC_MS, () => {
    state.syncing = sync(state);
    void state.syncing.then(() => scheduleSync(state));
  });
}

async function sync(state: FollowerState): Promise<void> {
  const { redo, onFault, onHealed } = state.options;
  const { isFaulty, isApplyFailing } = state;
  try {
    await redo.sync();
    if (!isFaulty || isApplyFailing || state.isApplyFailing) return;
    state.isFaulty = false;
    onHealed?.();
  } catch (error) {
    state.isFaulty = true;
    state.run.abort();
    state.pause.abort();
    state.inexactUpTo = Math.max(state.inexactUpTo, redo.position().sequence);
    redo.rewind();
    state.seen = redo.position().sequence;
    onFault("disk", error);
  }
}

const pause = ({ options, ended }: FollowerState, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const cancel = options.clock.after(ms, resolve);
    ended.signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
