import type { Heartbeat, LeaseStore } from "#cluster/lease/lease.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import type { Clock } from "#platform/clock.ts";
import type { Attempt } from "./append.ts";
import { type Appender, createAppender } from "./appender.ts";
import {
  type Command,
  type Event,
  type Identity,
  isLeaseOurs,
  isOpen,
  isOurs,
  type Ownership,
  react,
  type StopReason,
  startOwnership,
} from "./machine.ts";
import { BEAT_TIMEOUT_MS } from "./patience.ts";
import type { ReplaceLog } from "./replace-log.ts";

/** Time-out of one attempt to append a marker, ms. */
const MARKER_TIMEOUT_MS = 500;
const TICK_MS = 100;
const RELEASE_ATTEMPTS = 5;

/** The copy that a standby keeps, as promotion sees it. */
export interface Copy {
  /** A marker of the next epoch behind everything applied so far. Its id is unique: two markers never share one. */
  buildMarker(): Attempt;
  /** Resolves once this sequence is applied; rejects when the copy cannot continue. */
  whenApplied(sequence: number): Promise<void>;
}

export interface OwnershipOptions {
  readonly cell: number;
  readonly identity: Identity;
  readonly log: BatchLog;
  readonly leases: LeaseStore;
  /** Monotonic. */
  readonly clock: Clock;
  readonly copy: Copy;
  readonly heartbeat: () => Heartbeat;
  /** Called when the marker is stored: sync, migrate, open, ship. Called again only after `onDemoted`. */
  readonly onPromoted: (attempt: Attempt, sequence: number) => void;
  /** Called when the lease was lost before a marker was stored: continue as a standby. */
  readonly onDemoted?: () => void;
  /** Called when the process must exit without flushing anything (exit code 9 when deposed). */
  readonly onStopped: (reason: StopReason) => void;
  /** Replaces a log that lost messages of this node and stores the marker in the new one; returns its sequence. */
  readonly replaceLog: ReplaceLog;
  /** True while this owner must acknowledge nothing although the lease is its own. */
  readonly isWithheld?: () => boolean;
  readonly onChange?: (state: Ownership) => void;
}

/** A node's part in the ownership of one cell. */
export interface OwnershipRun {
  readonly state: Ownership;
  /** True while effects may leave this process. */
  readonly isOpen: boolean;
  /** Until when effects may leave this process, monotonic, ms. */
  readonly opensUntilMs: number;
  readonly leaseRemainingMs: number;
  /** Appends for the owner; used after `onPromoted`. */
  readonly appender: Appender;
  /** The copy is good enough to take over. */
  setReady(isReady: boolean): void;
  /** Ends as owner: the shipper is drained and doors are closed by the caller. `successor` may take the lease immediately. */
  release(successor: string): Promise<void>;
  /** Stops without releasing. */
  stop(): void;
}

interface Run {
  readonly options: OwnershipOptions;
  readonly ended: AbortController;
  state: Ownership;
  cancelTick: () => void;
}

/** Runs the state machine against a log and a bucket of leases. */
export function runOwnership(options: OwnershipOptions): OwnershipRun {
  const { identity, log, clock } = options;
  const run: Run = {
    options,
    ended: new AbortController(),
    state: startOwnership(identity, clock.now()),
    cancelTick: () => {},
  };
  const appender = createAppender({
    log,
    clock,
    isLeaseOurs: () => isHeld(run),
    isStopped: () => run.state.phase === "stopped",
    replaceLog: options.replaceLog,
    onLost: (reason) => dispatch(run, { type: "stop", reason }),
  });
  void watch(run);
  tick(run);
  return {
    get state() {
      return run.state;
    },
    get isOpen() {
      return isOpen(run.state, clock.now()) && !isWithheld(run);
    },
    get opensUntilMs() {
      return isWithheld(run) ? Number.NEGATIVE_INFINITY : run.state.deadlineMs;
    },
    get leaseRemainingMs() {
      return Math.max(0, run.state.deadlineMs - clock.now());
    },
    appender,
    setReady: (isReady) => dispatch(run, { type: "ready", isReady }),
    release: (successor) => release(run, successor),
    stop() {
      run.state = { ...run.state, phase: "stopped", deadlineMs: Number.NEGATIVE_INFINITY };
      end(run);
    },
  };
}

const isWithheld = ({ options }: Run): boolean => options.isWithheld?.() ?? false;
const isHeld = (run: Run) => isLeaseOurs(run.state, run.options.clock.now());

function dispatch(run: Run, event: Event): void {
  const before = run.state;
  const reaction = react(run.state, event, run.options.clock.now());
  run.state = reaction.state;
  if (before.phase !== run.state.phase) run.options.onChange?.(run.state);
  for (const command of reaction.commands) carryOut(run, command);
}

function carryOut(run: Run, command: Command): void {
  if (command.do === "beat") void beat(run);
  else if (command.do === "write-lease") void writeLease(run, command);
  else if (command.do === "read-lease") void readLease(run);
  else if (command.do === "build-marker") void buildMarker(run, command.behind);
  else if (command.do === "append-marker")
    later(run, command.afterMs, () => appendMarker(run, command.attempt));
  else if (command.do === "read-marker") later(run, command.afterMs, () => readMarker(run, command.attempt));
  else if (command.do === "replace-log") void replaceLogBehindMarker(run);
  else if (command.do === "promoted") run.options.onPromoted(command.attempt, command.sequence);
  else if (command.do === "demoted") run.options.onDemoted?.();
  else if (command.do === "stop") {
    end(run);
    run.options.onStopped(command.reason);
  }
}

function later(run: Run, ms: number, task: () => Promise<void>): void {
  if (ms === 0) void task();
  else run.options.clock.after(ms, () => void task());
}

async function beat(run: Run) {
  const startedMs = run.options.clock.now();
  const isConfirmed = await run.options.leases.beat(run.options.heartbeat(), { timeoutMs: BEAT_TIMEOUT_MS });
  dispatch(run, { type: "beaten", startedMs, isConfirmed });
}

async function writeLease(run: Run, { lease, revision }: Extract<Command, { do: "write-lease" }>) {
  const startedMs = run.options.clock.now();
  const answer = await run.options.leases.write(run.options.cell, lease, {
    revision,
    timeoutMs: BEAT_TIMEOUT_MS,
  });
  dispatch(run, { type: "lease-answer", startedMs, answer, lease });
}

async function readLease(run: Run) {
  const read = await run.options.leases.read(run.options.cell, { timeoutMs: BEAT_TIMEOUT_MS });
  if (read.result === "found") dispatch(run, { type: "entry", entry: read.entry });
}

/** A copy that cannot continue reports that itself; the lease lapses then. */
async function buildMarker(run: Run, behind: number) {
  const isApplied = await run.options.copy.whenApplied(behind).then(
    () => true,
    () => false,
  );
  if (isApplied) dispatch(run, { type: "marker-built", attempt: run.options.copy.buildMarker() });
}

async function appendMarker(run: Run, attempt: Attempt) {
  if (run.state.phase !== "marking" || run.state.marker?.id !== attempt.id) return;
  const { body, id, expected } = attempt;
  const answer = await run.options.log.append(body, { expected, id, timeoutMs: MARKER_TIMEOUT_MS });
  dispatch(run, { type: "marker-appended", attempt, answer });
}

async function readMarker(run: Run, attempt: Attempt) {
  const answer = await run.options.log.read(attempt.expected + 1, { timeoutMs: MARKER_TIMEOUT_MS });
  dispatch(run, { type: "marker-read", attempt, answer });
}

async function replaceLogBehindMarker(run: Run) {
  const attempt = run.options.copy.buildMarker();
  const sequence = await run.options.replaceLog(attempt, () => isHeld(run)).catch(() => undefined);
  if (sequence !== undefined) dispatch(run, { type: "log-replaced", attempt, sequence });
  else dispatch(run, { type: "marker-built", attempt });
}

async function watch(run: Run) {
  for await (const entry of run.options.leases.watch(run.options.cell, run.ended.signal))
    dispatch(run, { type: "entry", entry });
}

function tick(run: Run): void {
  if (run.ended.signal.aborted) return;
  run.cancelTick = run.options.clock.after(TICK_MS, () => tick(run));
  dispatch(run, { type: "tick" });
}

function end(run: Run): void {
  run.cancelTick();
  run.ended.abort();
}

async function release(run: Run, successor: string) {
  const { phase } = run.state;
  dispatch(run, { type: "stop", reason: "released" });
  if (phase === "standby") return;
  for (let attempt = 0; attempt < RELEASE_ATTEMPTS; attempt += 1) {
    const read = await run.options.leases.read(run.options.cell, { timeoutMs: BEAT_TIMEOUT_MS });
    if (read.result !== "found") continue;
    const { lease, revision } = read.entry;
    if (!lease || !isOurs(run.options.identity, lease)) return;
    const free = {
      ...lease,
      node: "",
      incarnation: "",
      address: "",
      counter: lease.counter + 1,
      successor,
    };
    const written = await run.options.leases.write(run.options.cell, free, {
      revision,
      timeoutMs: BEAT_TIMEOUT_MS,
    });
    if (written.result === "written") return;
  }
}
