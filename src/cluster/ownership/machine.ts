import type { Lease, LeaseEntry, LeaseWritten } from "#cluster/lease/lease.ts";
import type { Appended, ReadAnswer } from "#cluster/log/log.ts";
import { type AppendState, type Attempt, afterAppend, afterRead, FIRST_ATTEMPT } from "./append.ts";
import {
  afterBeat,
  BEAT_MS,
  mayTry,
  type Patience,
  sawEntry,
  startPatience,
  wasRefused,
} from "./patience.ts";

/**
 * Who owns the cell, as a pure state machine: `docs/rules/cluster.md#ownership`. Events and their monotonic times in, commands
 * out. Safety does not depend on it: two nodes that both believe to hold the lease still cannot both append.
 */

/** Part of the lease that the owner does not use, so that its doors close before a standby may try, ms. */
const MARGIN_MS = 1000;
/** Pause before a heartbeat or a renewal that was not confirmed is repeated, ms. */
const RETRY_MS = 250;

export interface Identity {
  readonly node: string;
  readonly incarnation: string;
  readonly address: string;
  readonly leaseMs: number;
  /** False for `balcao standby`, which never takes the lease automatically. */
  readonly mayPromote: boolean;
}

/** `taking`: the lease is being written; `marking`: the lease is ours, the marker not yet stored. */
type Phase = "standby" | "taking" | "marking" | "owner" | "stopped";
export type StopReason = "deposed" | "released" | "missing";

export interface Ownership {
  readonly phase: Phase;
  readonly identity: Identity;
  readonly patience: Patience;
  /** The copy is complete enough and healthy enough to take over. */
  readonly isReady: boolean;
  /** Doors are open until this time: start of the last successful renewal + lease − margin. */
  readonly deadlineMs: number;
  readonly renewedAtMs: number;
  readonly beatAtMs: number;
  readonly isWriting: boolean;
  readonly isBeating: boolean;
  /** The marker that was last tried; null while one is being built. */
  readonly marker: Attempt | null;
  readonly markerState: AppendState;
}

export type Event =
  | { readonly type: "tick" }
  | { readonly type: "ready"; readonly isReady: boolean }
  | { readonly type: "beaten"; readonly startedMs: number; readonly isConfirmed: boolean }
  | { readonly type: "entry"; readonly entry: LeaseEntry }
  | {
      readonly type: "lease-answer";
      readonly startedMs: number;
      readonly answer: LeaseWritten;
      readonly lease: Lease;
    }
  | { readonly type: "marker-built"; readonly attempt: Attempt }
  | { readonly type: "marker-appended"; readonly attempt: Attempt; readonly answer: Appended }
  | { readonly type: "marker-read"; readonly attempt: Attempt; readonly answer: ReadAnswer }
  | { readonly type: "log-replaced"; readonly attempt: Attempt; readonly sequence: number }
  | { readonly type: "stop"; readonly reason: StopReason };

export type Command =
  | { readonly do: "beat" }
  | { readonly do: "write-lease"; readonly lease: Lease; readonly revision: number }
  | { readonly do: "read-lease" }
  /** Build a marker that follows everything the copy has applied, once it has applied this sequence. */
  | { readonly do: "build-marker"; readonly behind: number }
  | { readonly do: "append-marker" | "read-marker"; readonly attempt: Attempt; readonly afterMs: number }
  | { readonly do: "replace-log" }
  /** The marker is stored at `sequence`: everything before it is in the copy. */
  | { readonly do: "promoted"; readonly attempt: Attempt; readonly sequence: number }
  | { readonly do: "demoted" }
  | { readonly do: "stop"; readonly reason: StopReason };

export interface Reaction {
  readonly state: Ownership;
  readonly commands: readonly Command[];
}

export const startOwnership = (identity: Identity, nowMs: number): Ownership => ({
  phase: "standby",
  identity,
  patience: startPatience(nowMs),
  isReady: false,
  deadlineMs: Number.NEGATIVE_INFINITY,
  renewedAtMs: Number.NEGATIVE_INFINITY,
  beatAtMs: Number.NEGATIVE_INFINITY,
  isWriting: false,
  isBeating: false,
  marker: null,
  markerState: FIRST_ATTEMPT,
});

/** True while effects may leave this node. */
export const isOpen = (state: Ownership, nowMs: number) =>
  state.phase === "owner" && nowMs < state.deadlineMs;
/** True while the lease is certainly ours. */
export const isLeaseOurs = (state: Ownership, nowMs: number) => nowMs < state.deadlineMs;
export const isOurs = ({ node, incarnation }: Identity, lease: Lease | null) =>
  lease !== null && lease.node === node && lease.incarnation === incarnation;

const only = (state: Ownership, ...commands: Command[]): Reaction => ({ state, commands });

/** The reaction to one event. */
export function react(state: Ownership, event: Event, nowMs: number): Reaction {
  if (state.phase === "stopped") return only(state);
  switch (event.type) {
    case "tick":
      return onTick(state, nowMs);
    case "ready":
      return onReady(state, event.isReady);
    case "beaten":
      return only({
        ...state,
        isBeating: false,
        // Repeat an unconfirmed heartbeat soon, so that the end of an outage is noticed early.
        beatAtMs: event.isConfirmed ? state.beatAtMs : Math.min(state.beatAtMs, nowMs - BEAT_MS + RETRY_MS),
        patience: afterBeat(state.patience, event.startedMs, event.isConfirmed),
      });
    case "entry":
      return onEntry(state, event.entry, nowMs);
    case "lease-answer":
      return onLeaseAnswer(state, event, nowMs);
    case "marker-built":
      return isMarking(state, null)
        ? only(
            { ...state, marker: event.attempt, markerState: FIRST_ATTEMPT },
            { do: "append-marker", attempt: event.attempt, afterMs: 0 },
          )
        : only(state);
    case "marker-appended": {
      if (!isMarking(state, event.attempt)) return only(state);
      const decision = afterAppend(state.markerState, event.attempt, event.answer, nowMs);
      return onMarkerStep({ ...state, markerState: decision.state }, event.attempt, decision.step);
    }
    case "marker-read": {
      if (!isMarking(state, event.attempt)) return only(state);
      const { markerState } = state;
      const decision = afterRead(markerState, event.attempt, event.answer, nowMs, isLeaseOurs(state, nowMs));
      return onMarkerStep({ ...state, markerState: decision.state }, event.attempt, decision.step);
    }
    case "log-replaced":
      return state.phase === "marking" ? promoted(state, event.attempt, event.sequence) : only(state);
    case "stop":
      return stop(state, event.reason);
  }
}

const isMarking = (state: Ownership, attempt: Attempt | null) =>
  state.phase === "marking" && state.marker?.id === attempt?.id;

const stop = (state: Ownership, reason: StopReason): Reaction =>
  only({ ...state, phase: "stopped", deadlineMs: Number.NEGATIVE_INFINITY }, { do: "stop", reason });

const promoted = (state: Ownership, attempt: Attempt, sequence: number): Reaction =>
  only({ ...state, phase: "owner", marker: null }, { do: "promoted", attempt, sequence });

/** Heartbeats and renewals each second; a standby tries when its patience is over. */
function onTick(state: Ownership, nowMs: number): Reaction {
  const commands: Command[] = [];
  let next = state;
  if (!state.isBeating && nowMs - state.beatAtMs >= BEAT_MS) {
    next = { ...next, isBeating: true, beatAtMs: nowMs };
    commands.push({ do: "beat" });
  }
  const isRenewal = state.phase === "marking" || state.phase === "owner";
  const isTry = isCandidate(state, nowMs);
  if (!state.isWriting && (isTry || (isRenewal && nowMs - state.renewedAtMs >= BEAT_MS))) {
    if (isTry) next = { ...next, phase: "taking" };
    const written = writeLease(next, nowMs);
    next = written.state;
    commands.push(...written.commands);
  }
  return only(next, ...commands);
}

const isCandidate = ({ phase, isReady, identity, patience }: Ownership, nowMs: number): boolean =>
  phase === "standby" &&
  isReady &&
  identity.mayPromote &&
  mayTry(patience, identity.node, identity.leaseMs, nowMs);

function writeLease(state: Ownership, nowMs: number): Reaction {
  const { identity, patience } = state;
  const { node, incarnation, address } = identity;
  const counter = (patience.entry?.lease?.counter ?? 0) + 1;
  return only(
    { ...state, isWriting: true, renewedAtMs: nowMs },
    {
      do: "write-lease",
      lease: { node, incarnation, address, counter, successor: "" },
      revision: patience.entry?.revision ?? 0,
    },
  );
}

function onEntry(state: Ownership, entry: LeaseEntry, nowMs: number): Reaction {
  const next = { ...state, patience: sawEntry(state.patience, entry, nowMs) };
  if (next.patience.entry === state.patience.entry) return only(next);
  if (isOurs(state.identity, entry.lease)) {
    // This node wrote the entry, but the answer was lost. It is renewed before it counts, because its age is unknown.
    if (state.phase === "stopped" || state.isWriting) return only(next);
    if (state.phase === "standby" && state.identity.mayPromote && state.isReady)
      return writeLease({ ...next, phase: "taking" }, nowMs);
    return state.phase === "standby" ? only(next) : writeLease(next, nowMs);
  }
  if (state.phase === "owner") return stop(next, "deposed");
  if (state.phase === "marking") return backToStandby(next);
  // The lease was just released for this node.
  if (!next.isWriting && isCandidate(next, nowMs)) return writeLease({ ...next, phase: "taking" }, nowMs);
  return only(next);
}

const backToStandby = (state: Ownership): Reaction =>
  only({ ...state, phase: "standby", marker: null, deadlineMs: Number.NEGATIVE_INFINITY }, { do: "demoted" });

/** A node whose copy fails after it took the lease lets the lease lapse, so that another one may try. */
function onReady(state: Ownership, isReady: boolean): Reaction {
  const isTaking = state.phase === "taking" || state.phase === "marking";
  return isTaking && !isReady ? backToStandby({ ...state, isReady }) : only({ ...state, isReady });
}

function onLeaseAnswer(
  state: Ownership,
  { startedMs, answer, lease }: Extract<Event, { type: "lease-answer" }>,
  nowMs: number,
): Reaction {
  const isLost = answer.result === "unknown" && state.phase !== "standby";
  const next = {
    ...state,
    isWriting: false,
    renewedAtMs: isLost ? Math.min(state.renewedAtMs, nowMs - BEAT_MS + RETRY_MS) : state.renewedAtMs,
  };
  if (answer.result === "written") {
    const entry = { revision: answer.revision, lease };
    const renewed = {
      ...next,
      patience: sawEntry(state.patience, entry, nowMs),
      deadlineMs: startedMs + state.identity.leaseMs - MARGIN_MS,
    };
    return state.phase === "taking"
      ? only({ ...renewed, phase: "marking", marker: null }, { do: "build-marker", behind: 0 })
      : only(renewed);
  }
  const phase = state.phase === "taking" ? "standby" : state.phase;
  const patience =
    answer.result === "refused" && phase === "standby" ? wasRefused(state.patience, nowMs) : state.patience;
  return only({ ...next, phase, patience }, { do: "read-lease" });
}

function onMarkerStep(
  state: Ownership,
  attempt: Attempt,
  step: ReturnType<typeof afterAppend>["step"],
): Reaction {
  switch (step.do) {
    case "append":
      return only(state, { do: "append-marker", attempt, afterMs: step.afterMs });
    case "read":
      return only(state, { do: "read-marker", attempt, afterMs: step.afterMs });
    case "done":
      return promoted(state, attempt, step.sequence);
    case "deposed":
      // The former owner or another candidate appended meanwhile: apply that message first, then append a marker after it.
      return only({ ...state, marker: null }, { do: "build-marker", behind: step.by.sequence });
    case "replace-log":
      return only({ ...state, marker: null }, { do: "replace-log" });
    case "missing":
      return stop(state, "missing");
  }
}
