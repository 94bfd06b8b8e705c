import type { Heartbeat } from "#cluster/lease/lease.ts";
import { ensureSnapshotStore } from "#cluster/log/jetstream/assets.ts";
import type { LogState } from "#cluster/log/log.ts";
import { createSnapshotList } from "#cluster/snapshot/cell-snapshots.ts";
import { startHasher } from "#cluster/snapshot/hash-process.ts";
import { createMessageAges } from "#cluster/snapshot/message-ages.ts";
import { isDue, isLong, isMine, usableInOrder } from "#cluster/snapshot/policy.ts";
import { createComparisonRuns } from "./comparison-runs.ts";
import {
  type Keeper,
  type SnapshotKeeper,
  type SnapshotKeeperOptions,
  shorten,
  take,
  verify,
} from "./snapshot-steps.ts";

const LOOK_MS = 5000;
/** How often the store is read while the log is short, ms: the answer names all chunks. */
const READ_MS = 30_000;
/** Pause after a snapshot or a check that failed, ms. */
const PAUSE_MS = 10 * 60_000;
/** Pause after a failure while there is no usable snapshot, or the log is long, ms. */
const URGENT_PAUSE_MS = 30_000;
const REPLICAS = 3;

export function keepSnapshots(options: SnapshotKeeperOptions): SnapshotKeeper {
  const { store, seal, cell } = options;
  const keeper: Keeper = {
    ...options,
    list: createSnapshotList(store, seal, cell),
    ages: createMessageAges(options.monotonicNow),
    onlyRead: new Set(),
    snapshots: [],
    newestMs: null,
    newestFrom: null,
    process: null,
    isWorking: false,
    dueSinceMs: null,
    failedAtMs: Number.NEGATIVE_INFINITY,
    isFailing: false,
    readAtMs: Number.NEGATIVE_INFINITY,
    isDamaged: false,
    isLong: false,
  };
  // Apart from the snapshots: on a busy cell one of them is nearly always due.
  const comparisons = createComparisonRuns({
    ...options,
    startHasher: () => startHasher(options.config.dataDir),
    isOwner: () => options.source()?.isOwner === true,
    alive: () => aliveOthers(options),
  });
  let isLooking = false;
  const timer = setInterval(async () => {
    void comparisons.look(options.source());
    if (isLooking) return;
    isLooking = true;
    await look(keeper).catch((error: unknown) => noteFailure(keeper, error));
    isLooking = false;
  }, LOOK_MS);
  timer.unref();
  return {
    get isWorking() {
      return keeper.isWorking;
    },
    get newestMs() {
      return keeper.newestMs;
    },
    get newestFrom() {
      return keeper.newestFrom;
    },
    abort() {
      comparisons.abort();
      keeper.process?.stop();
    },
    stop() {
      clearInterval(timer);
      comparisons.abort();
      keeper.process?.stop();
    },
  };
}

/** A snapshot failed, or their storage does not respond: the log grows meanwhile, and everything else continues. */
function noteFailure(keeper: Keeper, error: unknown): void {
  keeper.failedAtMs = keeper.monotonicNow();
  if (!keeper.isFailing)
    keeper.journal.error({ err: error }, "snapshots of the cell fail; the log is not shortened meanwhile");
  keeper.isFailing = true;
}

async function look(keeper: Keeper): Promise<void> {
  const source = keeper.source();
  if (!source) return;
  const { log, now, monotonicNow, config } = keeper;
  const state = await log.state().catch(() => null);
  if (!state) return;
  keeper.isLong = isLong(state);
  if (source.isOwner) await ensureSnapshotStore(keeper.nats, keeper.cell, REPLICAS);
  const alive = aliveOthers(keeper);
  const isLacking = alive.some(({ work }) => work === "lacking");
  await refresh(keeper, state, isLacking);
  if (source.isOwner) await shorten(keeper, state);
  const pauseMs = keeper.newestMs === null || keeper.isLong ? URGENT_PAUSE_MS : PAUSE_MS;
  if (monotonicNow() < keeper.failedAtMs + pauseMs) return;
  const intervalMs = config.clusterSnapshotHours * 3_600_000;
  const isNeeded = () =>
    keeper.isDamaged ||
    isDue({ nowMs: now(), intervalMs, log: state, snapshots: keeper.snapshots, isLacking });
  // Another node may have taken one since the store was read.
  if (isNeeded()) await refresh(keeper, state, true);
  const toTake = isNeeded();
  const newest = usableInOrder(keeper.snapshots, state).at(-1);
  const toVerify = newest && !newest.isVerified && !keeper.onlyRead.has(newest.name) ? newest.name : null;
  keeper.dueSinceMs = toTake || toVerify ? (keeper.dueSinceMs ?? monotonicNow()) : null;
  if (keeper.dueSinceMs === null) return;
  const isTaken = isMine({
    node: keeper.node,
    isOwner: source.isOwner,
    current: keeper.current(state.last),
    isTakenOn: alive.some(({ work }) => work === "snapshot"),
    dueForMs: monotonicNow() - keeper.dueSinceMs,
  });
  if (!isTaken) return;
  keeper.isWorking = true;
  try {
    const name = toTake ? await take(keeper, source) : toVerify;
    // An owner that made its log again waits for the snapshot, not for its test.
    if (toTake) await refresh(keeper, await log.state(), true);
    if (name) await verify(keeper, name);
    keeper.readAtMs = Number.NEGATIVE_INFINITY;
    keeper.isFailing = false;
  } finally {
    keeper.isWorking = false;
    keeper.process = null;
  }
}

const aliveOthers = ({ others, isAlive }: SnapshotKeeperOptions): readonly Heartbeat[] =>
  others().filter(({ node }) => isAlive(node));

async function refresh(keeper: Keeper, state: LogState, isUrgent: boolean): Promise<void> {
  if (keeper.isLong || isUrgent || keeper.monotonicNow() >= keeper.readAtMs + READ_MS) {
    keeper.snapshots = await keeper.list.read();
    keeper.readAtMs = keeper.monotonicNow();
  }
  const usable = usableInOrder(keeper.snapshots, state);
  keeper.newestMs = usable.findLast(({ isVerified }) => isVerified)?.validMs ?? null;
  keeper.newestFrom = usable.at(-1)?.from ?? null;
}
