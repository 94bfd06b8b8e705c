import type { Heartbeat, LeaseStore } from "#cluster/lease/lease.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import type { Attempt } from "#cluster/ownership/append.ts";
import type { StopReason } from "#cluster/ownership/machine.ts";
import type { ReplaceLog } from "#cluster/ownership/replace-log.ts";
import { type OwnershipRun, runOwnership } from "#cluster/ownership/run.ts";
import type { Clock } from "#platform/clock.ts";
import type { Marker, Notice } from "#platform/db/ship/batch.ts";
import { readHeader } from "#platform/db/ship/format.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { Redo } from "#platform/db/ship/redo.ts";
import type { BatchSeal } from "#platform/db/ship/seal.ts";
import { newUuid } from "#platform/ids.ts";
import type { Log } from "#platform/log.ts";
import { type CopyCheck, createCopyCheck, type OpenCopy } from "./check-copy.ts";
import { createCompletion, type Unfinished } from "./completion.ts";
import { createFollower, type Follower, type FollowerFault, type Pause } from "./follower.ts";
import { completeFiles } from "./incomplete-files.ts";
import { createLag, type Lag } from "./lag.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import { FORMATS, type SchemaVersions, tooOldFor } from "./schema-notice.ts";

const WITHHELD = "it made the log again, and acknowledges nothing before the first snapshot is complete";

interface NodeIdentity {
  readonly cell: number;
  readonly node: string;
  /** Where other nodes reach this one; may be empty. */
  readonly address: string;
  readonly leaseMs: number;
  /** False for a copy that never takes over automatically. */
  readonly mayPromote: boolean;
  readonly version: string;
  /** Number of migrations that this program knows, by kind of database. */
  readonly schema?: SchemaVersions;
}

export interface ClusterNodeOptions {
  readonly identity: NodeIdentity;
  readonly log: BatchLog;
  readonly leases: LeaseStore;
  readonly seal: BatchSeal;
  readonly redo: Redo;
  /** Monotonic. */
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly journal: Log;
  /** Free bytes of the data disk. */
  readonly freeBytes: () => number;
  /** Opens the doors; called once, after the marker is stored and all files are synced. */
  readonly onOwner: (promoted: Promoted) => void;
  /** Called when the process has to end; after `deposed` and `missing` it must not flush anything. */
  readonly onEnd: (reason: StopReason) => void;
  /** Called when the copy cannot be continued from the log. */
  readonly onRebuild: (error: unknown) => void;
  /** Called when the copy is complete and this program can open its databases, so that the replaced copy can be deleted. */
  readonly onProven?: () => void;
  /** Absent: databases of the copy are not opened before a takeover. */
  readonly openCopy?: OpenCopy;
  /** Whether a proxy sent a health check to this node a moment ago. */
  readonly isProbed?: () => boolean;
  readonly replaceLog: ReplaceLog;
  /** Called after a notice of the owner was applied. If it returns a promise, nothing is applied until the promise settles. */
  readonly onNotice?: (notice: Notice, pause: Pause) => Promise<void> | undefined;
  /** True while this node takes or checks a snapshot. */
  readonly isSnapshotting: () => boolean;
  /** The last run in which this node has compared every piece. */
  readonly compared?: () => string | null;
  readonly unfinished?: Unfinished;
  /** True while this owner must acknowledge nothing although it has the lease. */
  readonly isWithheld?: () => boolean;
  /** Called when the marker of another owner was applied. */
  readonly onOtherOwner?: () => void;
}

/** The state with which a new owner starts. */
export interface Promoted {
  readonly ownership: OwnershipRun;
  readonly position: Position;
  /** When the marker was stored; the time until the doors open is measured from here. Monotonic, ms. */
  readonly promotedAtMs: number;
}

/** One node of a cell: follows the log, and takes over when the lease is free (docs/rules/cluster.md#promotion). */
export interface ClusterNode {
  readonly ownership: OwnershipRun;
  readonly lag: Lag;
  readonly applied: number;
  /** The position up to which the files of a standby are applied. */
  readonly position: Position;
  /** Takeovers of the cell that this process has seen, its own included. */
  readonly takeovers: number;
  /** The epoch of the last message that was applied. */
  readonly epoch: number;
  readonly isReady: boolean;
  /** Why the node cannot take over; null = it can. */
  readonly problem: string | null;
  heartbeat(): Heartbeat;
  /** Called by the owner: `sequence` returns its last appended message, with which standbys and `cluster status` compare. */
  noteSequence(sequence: () => number): void;
  stop(): Promise<void>;
}

interface NodeState {
  readonly options: ClusterNodeOptions;
  readonly follower: Follower;
  readonly lag: Lag;
  /** Null during its creation, in which its first tick already happens. */
  ownership: OwnershipRun | null;
  /** Null during its creation, as `ownership`. */
  readiness: Readiness | null;
  takeovers: number;
  /** Why this program is too old for the files of the owner; null = it is not. */
  tooOld: string | null;
  /** Sequence of this node's marker; null until it owns the cell. */
  promotedAt: number | null;
  /** Sequence of the last message that this owner appended. */
  ownSequence: () => number;
}

export function startNode(options: ClusterNodeOptions): ClusterNode {
  const { identity, log, leases, clock, redo } = options;
  const lag = createLag(options.wallClock, clock);
  const copyCheck = createCopyCheck(
    [...completeFiles(redo.position()).keys()].filter((path) => !redo.missing.has(path)),
    options.openCopy ?? (() => null),
  );
  const follower = followLog(options, { lag, copyCheck }, () => state);
  const state: NodeState = {
    options,
    follower,
    lag,
    ownership: null,
    readiness: null,
    takeovers: 0,
    tooOld: null,
    promotedAt: null,
    ownSequence: () => 0,
  };
  const ownership = runOwnership({
    cell: identity.cell,
    identity: { ...identity, incarnation: newUuid() },
    log,
    leases,
    clock,
    copy: follower,
    heartbeat: () => heartbeatOf(state),
    onPromoted: (attempt, sequence) => void promote(state, ownership, attempt, sequence),
    onStopped: options.onEnd,
    replaceLog: options.replaceLog,
    ...(options.isWithheld && { isWithheld: options.isWithheld }),
  });
  state.ownership = ownership;
  state.readiness = createReadiness({
    log,
    redo,
    follower,
    lag,
    copyCheck,
    isComplete: createCompletion(options.unfinished, { follower, redo }),
    tooOld: () => state.tooOld,
    clock,
    freeBytes: options.freeBytes,
    onChange: (isReady) => ownership.setReady(isReady),
    onBroken: (error) => noteFault(state, "rebuild", error),
    onProven: () => options.onProven?.(),
  });
  return viewOf(state, ownership);
}

/** What the rest of the process sees of a node. */
const viewOf = (state: NodeState, ownership: OwnershipRun): ClusterNode => ({
  ownership,
  lag: state.lag,
  get applied() {
    return state.follower.applied;
  },
  get position() {
    return state.options.redo.position();
  },
  get takeovers() {
    return state.takeovers;
  },
  get epoch() {
    return state.options.redo.position().epoch;
  },
  get isReady() {
    return isReady(state);
  },
  get problem() {
    return state.readiness?.problem ?? null;
  },
  heartbeat: () => heartbeatOf(state),
  noteSequence(sequence) {
    state.ownSequence = sequence;
  },
  async stop() {
    state.readiness?.stop();
    ownership.stop();
    if (state.promotedAt === null) await state.follower.finish();
  },
});

function followLog(
  options: ClusterNodeOptions,
  { lag, copyCheck }: { readonly lag: Lag; readonly copyCheck: CopyCheck },
  state: () => NodeState,
): Follower {
  const { identity, log, redo, seal, clock, wallClock, journal } = options;
  return createFollower({
    cell: identity.cell,
    node: identity.node,
    installation: redo.position().installation,
    log,
    redo,
    seal,
    clock,
    wallClock,
    onApplied(batch, storedAtMs, pause) {
      if (batch.kind === "marker") takeMarker(state(), batch.marker);
      lag.applied(batch, storedAtMs);
      copyCheck.applied(batch);
      return batch.kind === "notice" ? takeNotice(state(), batch.notice, pause) : undefined;
    },
    onFault: (fault, error) => noteFault(state(), fault, error),
    onHealed() {
      state().readiness?.healed();
      journal.info({}, "the files of this node can be written again");
    },
  });
}

async function promote(
  state: NodeState,
  ownership: OwnershipRun,
  attempt: Attempt,
  sequence: number,
): Promise<void> {
  const { options, follower } = state;
  state.promotedAt = sequence;
  state.takeovers += 1;
  state.readiness?.stop();
  const promotedAtMs = options.clock.now();
  try {
    await follower.finish({ attempt, sequence });
    const { epoch } = readHeader(attempt.body);
    options.journal.info({ cell: options.identity.cell, epoch, sequence }, "this node owns the cell");
    options.onOwner({ ownership, position: options.redo.position(), promotedAtMs });
  } catch (error) {
    // The files are not complete on this disk, so this node ends; another one takes over when the lease expires.
    options.journal.error({ err: error }, "the files of the cell could not be opened after the takeover");
    options.onEnd("deposed");
  }
}

const isReady = ({ readiness }: NodeState): boolean => readiness?.isReady ?? false;

/** Records a fault of the follower. Only a fault of the disk can end; the follower reports that. */
function noteFault({ options, readiness }: NodeState, fault: FollowerFault, error: unknown): void {
  const isKnown = readiness !== null && fault === "disk" && !readiness.isReady && readiness.problem !== null;
  readiness?.faulty(fault);
  if (!isKnown)
    options.journal.error({ fault, err: error }, "the log cannot be applied to the files of this node");
  if (fault === "rebuild") options.onRebuild(error);
}

function takeNotice(state: NodeState, notice: Notice, pause: Pause): Promise<void> | undefined {
  const { identity, onNotice } = state.options;
  const tooOld = identity.schema && tooOldFor(notice, identity.schema);
  if (tooOld !== undefined) state.tooOld = tooOld;
  return onNotice?.(notice, pause);
}

function takeMarker(state: NodeState, { node }: Marker): void {
  state.takeovers += 1;
  if (node !== state.options.identity.node) state.options.onOtherOwner?.();
}

function heartbeatOf(state: NodeState): Heartbeat {
  const { identity, wallClock } = state.options;
  const isOwner = state.ownership?.state.phase === "owner";
  return {
    node: identity.node,
    address: identity.address,
    role: isOwner ? "owner" : identity.mayPromote ? "standby" : "copy",
    applied: {
      [identity.cell]: Math.max(state.follower.applied, state.promotedAt ?? 0, state.ownSequence()),
    },
    isReady: isReady(state),
    problem: isOwner && state.options.isWithheld?.() ? WITHHELD : (state.readiness?.problem ?? null),
    isProbed: state.options.isProbed?.() ?? false,
    version: identity.version,
    formats: FORMATS,
    ...(state.options.isSnapshotting() && { work: "snapshot" as const }),
    compared: state.options.compared?.() ?? undefined,
    atMs: wallClock.now(),
  };
}
