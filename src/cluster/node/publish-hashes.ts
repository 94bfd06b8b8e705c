import { hashesName, hashesPrefix } from "#cluster/archive/names.ts";
import type { SnapshotStore } from "#cluster/archive/objects.ts";
import type { FileHashes } from "#cluster/snapshot/hash-files.ts";
import type { Notice } from "#platform/db/ship/batch.ts";
import type { Position } from "#platform/db/ship/position.ts";
import type { Log } from "#platform/log.ts";
import { noticeOf } from "./hash-notice.ts";

/** Time between notices with hashes of all databases, ms. */
const HASHES_MS = 7 * 24 * 3_600_000;

/** The files of this node as a snapshot sees them. */
export interface SnapshotSource {
  readonly isOwner: boolean;
  /** The end of the log that every file certainly contains; on the owner everything committed so far is stored first. */
  flush(): Promise<Position>;
  /** Only on the owner: appends a notice for standbys. */
  readonly notice?: (notice: Notice) => Promise<void>;
}

export interface HashOptions {
  readonly store: SnapshotStore;
  readonly cell: number;
  readonly now: () => number;
  readonly journal: Pick<Log, "info">;
  /** Hashes of the owner's files, from a process of its own. */
  readonly hash: () => Promise<FileHashes | null>;
  readonly isOwner: () => boolean;
  /** Databases of the owner in which SQLite found damage. */
  readonly onDamaged: (paths: readonly string[]) => void;
}

/**
 * Once a week the owner publishes the hashes of its databases, so that standbys compare theirs (docs/rules/cluster.md#hashes).
 * A damaged database of the owner has no hash: a standby never gives up its copy of it. Returns when they were published last.
 */
export async function publishHashes(
  source: SnapshotSource,
  hashedMs: number,
  { store, cell, now, journal, hash, isOwner, onDamaged }: HashOptions,
): Promise<number> {
  if (!source.notice || now() - hashedMs < HASHES_MS) return hashedMs;
  const before = await source.flush();
  const hashes = await hash();
  if (!hashes || !isOwner()) return hashedMs;
  const notice = noticeOf(hashes.hashes, before.files, (await source.flush()).files);
  await source.notice(notice);
  const publishedMs = now();
  for await (const { name } of store.list(hashesPrefix(cell))) await store.remove(name);
  await store.create(hashesName(cell, publishedMs), new Uint8Array());
  journal.info({ files: Object.keys(notice.files).length }, "hashes of the databases published for standbys");
  if (hashes.damaged.length > 0) onDamaged(hashes.damaged);
  return publishedMs;
}

/** When hashes were published last; 0 = never. */
export async function lastHashes(store: SnapshotStore, cell: number): Promise<number> {
  let lastMs = 0;
  for await (const { name } of store.list(hashesPrefix(cell)))
    lastMs = Number(name.slice(hashesPrefix(cell).length));
  return lastMs;
}
