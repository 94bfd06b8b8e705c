import {
  type Heartbeat,
  isOfCell,
  type LeaseEntry,
  type LeaseRead,
  type LeaseStore,
  type LeaseWritten,
} from "#cluster/lease/lease.ts";
import { createWay, type Faults, type Way } from "#cluster/log/testing/network.ts";
import type { Clock } from "#platform/clock.ts";

/** The servers' side of a lease bucket in memory. Several nodes share it. */
export interface MemoryLeases {
  /** The present lease of a cell. */
  entry(cell: number): LeaseEntry;
  connect(faults?: Faults): { readonly leases: LeaseStore; readonly way: Way };
}

interface State {
  readonly clock: Clock;
  readonly entries: Map<number, LeaseEntry[]>;
  readonly beats: Map<string, Heartbeat>;
  readonly listeners: Set<() => void>;
  revision: number;
}

/** A lease bucket without servers. */
export function createMemoryLeases(clock: Clock): MemoryLeases {
  const state: State = {
    clock,
    entries: new Map(),
    beats: new Map(),
    listeners: new Set(),
    revision: 0,
  };
  return {
    entry: (cell) => newest(state, cell),
    connect(faults) {
      const way = createWay(clock, faults);
      return { leases: clientOf(state, way), way };
    },
  };
}

const NONE: LeaseEntry = { revision: 0, lease: null };
const history = ({ entries }: State, cell: number): readonly LeaseEntry[] => entries.get(cell) ?? [NONE];
const newest = (state: State, cell: number): LeaseEntry => history(state, cell).at(-1) ?? NONE;

function clientOf(state: State, way: Way): LeaseStore {
  return {
    write: (cell, lease, { revision, timeoutMs }) =>
      way.ask<LeaseWritten>(() => write(state, cell, { revision, lease }), { result: "unknown" }, timeoutMs),
    read: (cell, { timeoutMs }) =>
      way.ask<LeaseRead>(
        () => {
          const isStale = way.faults.staleReads > 0 && way.faults.random() < way.faults.staleReads;
          const older = isStale ? history(state, cell).at(-2) : undefined;
          return { result: "found", entry: older ?? newest(state, cell) };
        },
        { result: "unknown" },
        timeoutMs,
      ),
    cells: async () => [...state.entries.keys()],
    watch: (cell, signal) => watch(state, way, cell, signal),
    beat: (heartbeat, { timeoutMs }) =>
      way.ask(
        () => {
          state.beats.set(heartbeat.node, heartbeat);
          return true;
        },
        false,
        timeoutMs,
      ),
    heartbeats: async (cell) => [...state.beats.values()].filter((beat) => isOfCell(beat, cell)),
    allHeartbeats: async () => [...state.beats.values()],
    async forget(node) {
      state.beats.delete(node);
    },
    async forgetCell(cell) {
      write(state, cell, { revision: newest(state, cell).revision, lease: null });
    },
  };
}

/** `revision` of the entry: the expected one. */
function write(state: State, cell: number, { revision: expected, lease }: LeaseEntry): LeaseWritten {
  if (newest(state, cell).revision !== expected) return { result: "refused" };
  state.revision += 1;
  const { revision } = state;
  state.entries.set(cell, [...history(state, cell).slice(-3), { revision, lease }]);
  for (const wake of [...state.listeners]) wake();
  return { result: "written", revision };
}

async function* watch(state: State, way: Way, cell: number, signal: AbortSignal): AsyncIterable<LeaseEntry> {
  for (let seen = -1; !signal.aborted; ) {
    const entry = newest(state, cell);
    if (way.isCut || entry.revision === seen) {
      await change(state, way, signal);
      continue;
    }
    const { random, delayMs } = way.faults;
    if (delayMs > 0)
      await new Promise<void>((resolve) => void state.clock.after(random() * delayMs, () => resolve()));
    if (signal.aborted) return;
    seen = entry.revision;
    yield entry;
  }
}

function change({ clock, listeners }: State, way: Way, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      listeners.delete(done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    if (way.isCut) clock.after(1000, done);
    else listeners.add(done);
    signal.addEventListener("abort", done);
  });
}
