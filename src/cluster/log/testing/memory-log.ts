import {
  type Appended,
  type BatchLog,
  LogGap,
  type LogMessage,
  type LogState,
  type ReadAnswer,
} from "#cluster/log/log.ts";
import type { Clock } from "#platform/clock.ts";
import { createWay, type Faults, type Way } from "./network.ts";

/** The servers' side of a log in memory, with the semantics of JetStream. Several clients share it. */
export interface MemoryServers {
  readonly messages: readonly LogMessage[];
  /** Removes the newest messages, as servers that lost their last blocks. */
  lose(count: number): void;
  /** Overwrites one byte of a stored message. */
  corrupt(sequence: number, offset: number): void;
  /** The log no longer exists. */
  vanish(): void;
  /** Appends are refused from this total size on. */
  maxBytes: number;
  /** A client of these servers. Its `way` injects faults. */
  connect(faults?: Faults): { readonly log: BatchLog; readonly way: Way };
}

interface State {
  readonly clock: Clock;
  messages: LogMessage[];
  first: number;
  last: number;
  isMissing: boolean;
  maxBytes: number;
  readonly byId: Map<string, number>;
  readonly listeners: Set<() => void>;
}

/** Servers of one log without a disk. */
export function createMemoryServers(clock: Clock): MemoryServers {
  const state: State = {
    clock,
    messages: [],
    first: 1,
    last: 0,
    isMissing: false,
    maxBytes: 0,
    byId: new Map(),
    listeners: new Set(),
  };
  return {
    get maxBytes() {
      return state.maxBytes;
    },
    set maxBytes(bytes) {
      state.maxBytes = bytes;
    },
    get messages() {
      return state.messages;
    },
    lose: (count) => lose(state, count),
    corrupt(sequence, offset) {
      const { body } = stored(state, sequence) ?? { body: new Uint8Array(1) };
      body[offset] = (body[offset] ?? 0) ^ 1;
    },
    vanish() {
      state.isMissing = true;
    },
    connect(faults) {
      const way = createWay(clock, faults);
      return { log: clientOf(state, way), way };
    },
  };
}

const bytesOf = ({ messages }: State): number => messages.reduce((total, { body }) => total + body.length, 0);
const stored = ({ messages, first }: State, sequence: number): LogMessage | undefined =>
  messages[sequence - first];

function store(state: State, body: Uint8Array, expected: number, id: string): Appended {
  if (state.isMissing) return { result: "missing" };
  // The servers look at the id before the sequence.
  const known = state.byId.get(id);
  if (known !== undefined) return { result: "stored", sequence: known, isDuplicate: true };
  if (expected !== state.last) return { result: "wrong-sequence" };
  if (state.maxBytes > 0 && bytesOf(state) + body.length > state.maxBytes) return { result: "full" };
  state.last += 1;
  state.messages.push({ sequence: state.last, id, body: body.slice(), storedAtMs: state.clock.now() });
  state.byId.set(id, state.last);
  for (const wake of [...state.listeners]) wake();
  return { result: "stored", sequence: state.last, isDuplicate: false };
}

function lose(state: State, count: number): void {
  const kept = state.messages.length - count;
  for (const { id } of state.messages.slice(kept)) state.byId.delete(id);
  state.messages = state.messages.slice(0, kept);
  state.last -= count;
}

function clientOf(state: State, way: Way): BatchLog {
  const closed = new AbortController();
  return {
    append: (body, { expected, id, timeoutMs }) =>
      way.ask<Appended>(() => store(state, body, expected, id), { result: "unknown" }, timeoutMs),
    read: (sequence, { timeoutMs }) =>
      way.ask<ReadAnswer>(
        () => {
          const { random, staleReads } = way.faults;
          const isStale = staleReads > 0 && random() < staleReads;
          const message = isStale && sequence > state.last - 2 ? undefined : stored(state, sequence);
          return message ? { result: "found", message } : { result: "absent" };
        },
        { result: "unknown" },
        timeoutMs,
      ),
    follow: (from, signal) => follow(state, way, from, AbortSignal.any([signal, closed.signal])),
    async purge(upTo) {
      state.messages = state.messages.filter(({ sequence }) => sequence > upTo);
      state.first = Math.max(state.first, Math.min(upTo, state.last) + 1);
    },
    async state(): Promise<LogState> {
      if (way.isCut) throw new Error("no server answers");
      const { first, last, maxBytes } = state;
      return { first, last, bytes: bytesOf(state), maxBytes, leader: "memory", replicas: [] };
    },
    async close() {
      closed.abort();
    },
  };
}

async function* follow(state: State, way: Way, from: number, signal: AbortSignal): AsyncIterable<LogMessage> {
  for (let next = from; !signal.aborted; ) {
    if (next < state.first) throw new LogGap(next, state.first);
    const message = way.isCut ? undefined : stored(state, next);
    if (!message) {
      await change(state, way, signal);
      continue;
    }
    const { random, delayMs } = way.faults;
    // Delay only the newest message, because a reader that catches up gets many messages together.
    if (delayMs > 0 && next === state.last)
      await new Promise<void>((resolve) => void state.clock.after(random() * delayMs, () => resolve()));
    if (signal.aborted) return;
    yield message;
    next += 1;
  }
}

/** Resolves with the next append, after a second when the way is cut, or when the signal aborts. */
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
