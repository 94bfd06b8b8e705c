import { SnapshotDamaged } from "#cluster/archive/objects.ts";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { ensureSnapshotStore } from "#cluster/log/jetstream/assets.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import type { NatsObjects } from "#cluster/log/jetstream/objects.ts";
import type { BatchLog, LogState } from "#cluster/log/log.ts";
import {
  createSnapshotList,
  noteTested,
  removeSnapshots,
  withEnds,
} from "#cluster/snapshot/cell-snapshots.ts";
import type { ChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { startHasher } from "#cluster/snapshot/hash-process.ts";
import { storeManifest } from "#cluster/snapshot/manifest.ts";
import { createMessageAges, type MessageAges } from "#cluster/snapshot/message-ages.ts";
import {
  isDue,
  isLong,
  isMine,
  type KnownSnapshot,
  mayPurgeUpTo,
  unneeded,
  usableInOrder,
} from "#cluster/snapshot/policy.ts";
import {
  type SnapshotDone,
  type SnapshotProcess,
  type SnapshotWork,
  startSnapshotTask,
} from "#cluster/snapshot/snapshot-process.ts";
import type { Config } from "#config.ts";
import type { Log } from "#platform/log.ts";
import { lastHashes, publishHashes, type SnapshotSource } from "./publish-hashes.ts";

const LOOK_MS = 5000;
/** How often the store is read while the log is short, ms: the answer names all chunks. */
const READ_MS = 30_000;
/** Pause after a snapshot or a check that failed, ms. */
const PAUSE_MS = 10 * 60_000;
/** Pause after a failure while there is no usable snapshot, or the log is long, ms. */
const URGENT_PAUSE_MS = 30_000;
const REPLICAS = 3;

export interface SnapshotKeeperOptions {
  readonly config: Config;
  readonly cell: number;
  readonly node: string;
  readonly product: string;
  readonly nats: Nats;
  readonly store: NatsObjects;
  readonly seal: ChunkSeal;
  readonly log: BatchLog;
  readonly journal: Log;
  /** Null while the files of this node cannot be copied. */
  readonly source: () => SnapshotSource | null;
  /** The last heartbeats of the other nodes. */
  readonly others: () => readonly Heartbeat[];
  readonly isAlive: (node: string) => boolean;
  /** Since when a node has sent no heartbeat, ms. */
  readonly silentMs: (node: string) => number;
  /** Up to where the archive has the log; null without an archive. */
  readonly archived: () => number | null;
  /** Names of the standbys that could take over now. */
  readonly current: (last: number) => readonly string[];
  /** Databases of the owner in which SQLite found damage. */
  readonly onDamaged: (paths: readonly string[]) => void;
  /** Wall clock, ms: for the times in snapshots. */
  readonly now: () => number;
  /** Ms; for all pauses and ages. */
  readonly monotonicNow: () => number;
}

/** Takes, checks and removes snapshots of a cell, and shortens its log (docs/rules/cluster.md#snapshots). */
export interface SnapshotKeeper {
  /** True while this node takes or checks a snapshot. */
  readonly isWorking: boolean;
  /** When the newest snapshot was taken that was restored for a test and that the log continues; null = none. */
  readonly newestMs: number | null;
  /** The sequence from which the log continues the newest snapshot, tested or not; null = none. */
  readonly newestFrom: number | null;
  /** Ends a snapshot that is being taken: the files of this node are about to change hands. */
  abort(): void;
  stop(): void;
}

interface Keeper extends SnapshotKeeperOptions {
  readonly list: ReturnType<typeof createSnapshotList>;
  readonly ages: MessageAges;
  /** Snapshots that this node could only read: its disk has no room to restore them. */
  readonly onlyRead: Set<string>;
  snapshots: readonly KnownSnapshot[];
  newestMs: number | null;
  newestFrom: number | null;
  process: Pick<SnapshotProcess, "stop"> | null;
  isWorking: boolean;
  dueSinceMs: number | null;
  failedAtMs: number;
  isFailing: boolean;
  /** When the last hashes were published. */
  hashedMs: number;
  /** When the store was read. */
  readAtMs: number;
  /** A snapshot could not be restored: the next one is taken at once. */
  isDamaged: boolean;
  /** The log is long enough to be shortened. */
  isLong: boolean;
}

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
    hashedMs: 0,
    readAtMs: Number.NEGATIVE_INFINITY,
    isDamaged: false,
    isLong: false,
  };
  let isLooking = false;
  const timer = setInterval(async () => {
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
    abort: () => keeper.process?.stop(),
    stop() {
      clearInterval(timer);
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
  if (source.isOwner) await ensureSnapshotStore(keeper.nats, REPLICAS);
  const alive = keeper.others().filter((beat) => keeper.isAlive(beat.node));
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
  if (keeper.dueSinceMs === null) {
    keeper.hashedMs = await publishHashes(source, keeper.hashedMs, {
      ...keeper,
      startHasher: () => noteProcess(keeper, startHasher(config.dataDir)),
      isOwner: () => keeper.source()?.isOwner === true,
    });
    return;
  }
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

async function refresh(keeper: Keeper, state: LogState, isUrgent: boolean): Promise<void> {
  if (keeper.isLong || isUrgent || keeper.monotonicNow() >= keeper.readAtMs + READ_MS) {
    keeper.snapshots = await keeper.list.read();
    keeper.hashedMs = await lastHashes(keeper.store, keeper.cell);
    keeper.readAtMs = keeper.monotonicNow();
  }
  const usable = usableInOrder(keeper.snapshots, state);
  keeper.newestMs = usable.findLast(({ isVerified }) => isVerified)?.validMs ?? null;
  keeper.newestFrom = usable.at(-1)?.from ?? null;
}

async function shorten(keeper: Keeper, state: LogState): Promise<void> {
  const { snapshots, cell, ages } = keeper;
  ages.saw(state.last);
  const others = keeper.others().map(({ node, applied: { [cell]: applied = 0 } }) => ({
    applied,
    sinceMs: keeper.silentMs(node),
    behindMs: ages.atLeastMs(applied + 1),
  }));
  const upTo = mayPurgeUpTo({ log: state, snapshots, others, archived: keeper.archived() });
  if (upTo === null) return;
  await keeper.log.purge(upTo);
  keeper.journal.info({ upTo }, "the log is shortened: two snapshots begin behind these messages");
}

const run = (keeper: Keeper, work: SnapshotWork): Promise<SnapshotDone> =>
  noteProcess(keeper, startSnapshotTask({ config: keeper.config, work })).done;

const noteProcess = <T extends Keeper["process"]>(keeper: Keeper, process: T): T =>
  Object.assign(keeper, { process }).process;

/**
 * Copies all files while they are written. The batches from before the copy until after it repair what was read in between, so
 * the snapshot counts only once they are in the log.
 */
async function take(keeper: Keeper, source: SnapshotSource): Promise<string> {
  const { store, seal, cell, node, product, now, journal } = keeper;
  const startedMs = now();
  const from = await source.flush();
  const { files, uploaded } = await run(keeper, { do: "copy", isOpen: source.isOwner });
  if (keeper.source()?.isOwner !== source.isOwner) throw new Error("the cell changed hands meanwhile");
  const to = await source.flush();
  const name = await storeManifest(store, seal, {
    format: 1,
    installation: from.installation,
    cell,
    product,
    from: { epoch: from.epoch, number: from.number, chain: from.chain.toString(16) },
    fromMs: startedMs,
    to: to.number,
    validMs: now(),
    files: withEnds(files, from),
    log: { from: from.sequence, to: to.sequence, node },
  });
  const seconds = Math.round((now() - startedMs) / 100) / 10;
  journal.info({ files: files.length, uploaded, seconds, sequence: from.sequence }, "snapshot stored");
  keeper.isDamaged = false;
  return name;
}

async function verify(keeper: Keeper, name: string): Promise<void> {
  const { store, seal, cell, journal, log } = keeper;
  const { verified, damaged } = await run(keeper, { do: "verify", snapshot: name });
  if (damaged !== null) {
    keeper.isDamaged = true;
    await removeSnapshots({ store, seal, cell }, [name]);
    throw new SnapshotDamaged(`${name} is removed: ${damaged}`);
  }
  if (!(await noteTested(store, cell, name, verified))) {
    keeper.onlyRead.add(name);
    journal.error(
      { snapshot: name },
      "the snapshot was read, but not restored for a test, because this disk is too small for a second copy: make room, or the log is not shortened",
    );
    return;
  }
  journal.info({ snapshot: name }, "the snapshot was restored and checked");
  const old = unneeded(await keeper.list.read(), await log.state());
  if (old.length === 0) return;
  const removed = await removeSnapshots({ store, seal, cell }, old);
  await store.sweep(keeper.now());
  journal.info(removed, "old snapshots removed");
}
