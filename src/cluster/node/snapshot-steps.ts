import { SnapshotDamaged } from "#cluster/archive/objects.ts";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import type { NatsObjects } from "#cluster/log/jetstream/objects.ts";
import type { BatchLog, LogState } from "#cluster/log/log.ts";
import {
  type createSnapshotList,
  noteTested,
  removeSnapshots,
  withEnds,
} from "#cluster/snapshot/cell-snapshots.ts";
import type { ChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { storeManifest } from "#cluster/snapshot/manifest.ts";
import type { MessageAges } from "#cluster/snapshot/message-ages.ts";
import { type KnownSnapshot, mayPurgeUpTo, unneeded } from "#cluster/snapshot/policy.ts";
import {
  type SnapshotDone,
  type SnapshotProcess,
  type SnapshotWork,
  startSnapshotTask,
} from "#cluster/snapshot/snapshot-process.ts";
import type { Config } from "#config.ts";
import type { Log } from "#platform/log.ts";
import type { SnapshotSource } from "./comparison-runs.ts";

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

/** State of the keeper of snapshots; its steps take it as their first parameter. */
export interface Keeper extends SnapshotKeeperOptions {
  readonly list: ReturnType<typeof createSnapshotList>;
  readonly ages: MessageAges;
  /** Snapshots that this node could only read: its disk has no room to restore them. */
  readonly onlyRead: Set<string>;
  snapshots: readonly KnownSnapshot[];
  newestMs: number | null;
  newestFrom: number | null;
  process: SnapshotProcess | null;
  isWorking: boolean;
  dueSinceMs: number | null;
  failedAtMs: number;
  isFailing: boolean;
  /** When the store was read. */
  readAtMs: number;
  /** A snapshot could not be restored: the next one is taken at once. */
  isDamaged: boolean;
  /** The log is long enough to be shortened. */
  isLong: boolean;
}

/** Shortens the log up to where snapshots, standbys and the archive allow it. */
export async function shorten(keeper: Keeper, state: LogState): Promise<void> {
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

const run = (keeper: Keeper, work: SnapshotWork): Promise<SnapshotDone> => {
  const process = startSnapshotTask({ config: keeper.config, work });
  keeper.process = process;
  return process.done;
};

/**
 * Copies all files while they are written. The batches from before the copy until after it repair what was read in between, so
 * the snapshot counts only once they are in the log.
 */
export async function take(keeper: Keeper, source: SnapshotSource): Promise<string> {
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

/** Restores a snapshot for a test; a damaged one is removed. */
export async function verify(keeper: Keeper, name: string): Promise<void> {
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
  journal.info(
    { snapshot: name },
    "the snapshot passed its test: it was restored into a temporary copy and checked",
  );
  const old = unneeded(await keeper.list.read(), await log.state());
  if (old.length === 0) return;
  const removed = await removeSnapshots({ store, seal, cell }, old);
  await store.sweep(keeper.now());
  journal.info(removed, "old snapshots removed");
}
