import type { Clock } from "#platform/clock.ts";
import type { Sqlite } from "#platform/db/open.ts";
import { type Durability, DurabilityError } from "./durability.ts";
import type { Observer } from "./local.ts";

/** Where commits are stored beyond this machine. */
export interface CommitLog {
  /**
   * Ships every commit made so far; resolves once it is acknowledged. Never called while an earlier call runs. Rejects
   * when nothing can be shipped any more (deposed).
   */
  ship(): Promise<void>;
  /** Until when acknowledgements count, on the monotonic clock, ms. Moves with each renewal of the lease. */
  deadline(): number;
}

export interface RemoteOptions {
  readonly log: CommitLog;
  /** The monotonic clock. */
  readonly clock: Clock;
  readonly observer?: Observer;
  /** Longest wait for an acknowledgement while the lease is valid, ms. */
  readonly patienceMs?: number;
}

export type RemoteDurability = Durability & Required<Pick<Durability, "durableElsewhere" | "changed">>;

const PATIENCE_MS = 15_000;
/** Interval between checks of the deadline while callers wait, and between attempts to ship after a failure, ms. */
const CHECK_MS = 50;

interface Waiting {
  /** The commit that must be acknowledged. */
  readonly upTo: number;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface State {
  readonly options: RemoteOptions;
  readonly patienceMs: number;
  readonly lastOf: WeakMap<Sqlite, number>;
  commits: number;
  acknowledged: number;
  isShipping: boolean;
  isPlanned: boolean;
  waiting: Waiting[];
  isChecking: boolean;
}

/**
 * Commits become durable when the log acknowledges them before the deadline of the lease. One batch is in flight at a
 * time; what is committed meanwhile forms the next one.
 */
export function createRemoteDurability(options: RemoteOptions): RemoteDurability {
  const { observer } = options;
  const state: State = {
    options,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    lastOf: new WeakMap(),
    commits: 0,
    acknowledged: 0,
    isShipping: false,
    isPlanned: false,
    waiting: [],
    isChecking: false,
  };
  const onCommit = (client: Sqlite) => noteCommit(state, client);
  const lastCommit = (client?: Sqlite) => (client ? (state.lastOf.get(client) ?? 0) : state.commits);
  return {
    durable: (client) => wait(state, lastCommit(client)),
    durableElsewhere({ pages, paths }) {
      for (const file of pages) observer?.frames?.(file);
      for (const path of paths) observer?.changed?.(path);
      state.commits += 1;
      plan(state);
      return wait(state, state.commits);
    },
    changed(path) {
      observer?.changed?.(path);
      state.commits += 1;
      plan(state);
    },
    async placed(path) {
      await observer?.placed?.(path, () => {
        state.commits += 1;
        plan(state);
        return wait(state, state.commits);
      });
    },
    isPending: (client) => lastCommit(client) > state.acknowledged,
    get isOpen() {
      return isOpen(state);
    },
    get commits() {
      return state.commits;
    },
    isRemote: true,
    opening: { durability: "remote", onCommit },
    opened(client) {
      // Its migrations were committed before the file was observed.
      onCommit(client);
      observer?.opened(client);
    },
    closing: (client) => observer?.closing(client),
  };
}

const isOpen = ({ options: { clock, log } }: State): boolean => clock.now() < log.deadline();

function noteCommit(state: State, client: Sqlite): void {
  state.commits += 1;
  state.lastOf.set(client, state.commits);
  state.options.observer?.committed(client);
  plan(state);
}

/** Ships in the next turn of the event loop, so that all commits of this turn share a batch. */
function plan(state: State): void {
  if (state.isPlanned || state.isShipping) return;
  state.isPlanned = true;
  setImmediate(() => void ship(state));
}

async function ship(state: State): Promise<void> {
  const { log, clock } = state.options;
  state.isPlanned = false;
  if (state.isShipping || state.acknowledged === state.commits) return;
  state.isShipping = true;
  const upTo = state.commits;
  try {
    await log.ship();
    state.acknowledged = upTo;
  } catch {
    // `check` refuses callers that waited too long; a permanently lost log ends the process.
    clock.after(CHECK_MS, () => plan(state));
    return;
  } finally {
    state.isShipping = false;
  }
  settle(state);
  if (state.acknowledged < state.commits) plan(state);
}

function wait(state: State, upTo: number): Promise<void> {
  const { clock } = state.options;
  if (!isOpen(state)) return Promise.reject(new DurabilityError("closed"));
  if (upTo <= state.acknowledged) return Promise.resolve();
  if (!state.isChecking) clock.after(CHECK_MS, () => check(state));
  state.isChecking = true;
  return new Promise((resolve, reject) => {
    state.waiting.push({ upTo, since: clock.now(), resolve, reject });
  });
}

function check(state: State): void {
  settle(state);
  state.isChecking = state.waiting.length > 0;
  if (state.isChecking) state.options.clock.after(CHECK_MS, () => check(state));
}

function settle(state: State): void {
  const open = isOpen(state);
  const late = state.options.clock.now() - state.patienceMs;
  state.waiting = state.waiting.filter(({ upTo, since, resolve, reject }) => {
    if (!open) reject(new DurabilityError("closed"));
    else if (upTo <= state.acknowledged) resolve();
    else if (since <= late) reject(new DurabilityError("late"));
    else return true;
    return false;
  });
}
