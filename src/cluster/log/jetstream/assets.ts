import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { OperatorError } from "#platform/errors.ts";
import type { Nats } from "./connection.ts";
import {
  DIRECTORY_BUCKET,
  LEASE_BUCKET,
  objectStream,
  SHARED_BUCKET,
  snapshotBucket,
  streamOf,
  subjectOf,
} from "./names.ts";

export interface AssetOptions {
  readonly maxBytes: number;
  /** 3 in production. */
  readonly replicas: number;
}

const NO_STREAM = 10059;
/** Error codes for too few servers or no leader, which also occur for moments after the servers started. */
const NOT_READY = [10005, 10008];
/** A request is lost while the servers elect a leader, so it is repeated. */
const UNANSWERED = ["TimeoutError", "NoResponders"];
const REQUEST_ATTEMPTS = 5;
const SECOND_NS = 1_000_000_000;
/** The creation of a new log is repeated, because the servers may be electing a leader. */
const CREATE_ATTEMPTS = 20;
const CREATE_PAUSE_MS = 1000;
/** Window in which the servers recognise a repeated id. */
const DUPLICATES_NS = 120 * SECOND_NS;

/** Longest wait for one answer, ms. Servers that store a new stream on busy disks take longer than the 5 s of the library. */
const ANSWER_MS = 10_000;

/** True if the same request may succeed some seconds later, because the servers have no leader or too few of them take part. */
export function mayRepeat(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return NOT_READY.includes(error.code);
  return error instanceof Error && UNANSWERED.includes(error.name);
}

/** Asks the leader of the servers; repeats it for some seconds while there is none. The request must be idempotent. */
async function askLeader<T>(nats: Nats, request: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request(await jetstreamManager(nats.connection, { timeout: ANSWER_MS }));
    } catch (error) {
      if (!mayRepeat(error) || attempt === REQUEST_ATTEMPTS) throw error;
      await Bun.sleep(CREATE_PAUSE_MS);
    }
  }
}

type StreamToAdd = Partial<StreamConfig> & Pick<StreamConfig, "name">;
type Config = Omit<StreamConfig, "created" | "metadata" | "name" | "subjects">;
const common = (replicas: number) =>
  ({ retention: RetentionPolicy.Limits, storage: StorageType.File, num_replicas: replicas }) as const;

/** The servers discard nothing: the owner shortens the log itself, and a full log refuses appends. */
const cellConfig = ({ maxBytes, replicas }: AssetOptions, firstSequence: number): Partial<Config> => ({
  ...common(replicas),
  max_bytes: maxBytes,
  discard: DiscardPolicy.New,
  deny_delete: true,
  allow_direct: false,
  duplicate_window: DUPLICATES_NS,
  ...(firstSequence > 1 ? { first_seq: firstSequence } : {}),
});

/** True if the stream of the cell exists. Throws when the servers do not answer. */
export const hasCell = (nats: Nats, cell: number): Promise<boolean> => hasStream(nats, streamOf(cell));

const hasStream = (nats: Nats, stream: string): Promise<boolean> =>
  askLeader(nats, async ({ streams }) =>
    streams.info(stream).then(
      () => true,
      (error: unknown) => {
        if (error instanceof JetStreamApiError && error.code === NO_STREAM) return false;
        throw error;
      },
    ),
  );

/**
 * Creates the stream of a cell, and the buckets that all cells share if there are none yet. Throws OperatorError if the stream exists,
 * or the servers have no room for it. For `balcao cluster init` only.
 */
export async function createCell(nats: Nats, cell: number, options: AssetOptions): Promise<void> {
  if (await hasCell(nats, cell)) throw new OperatorError(`the stream ${streamOf(cell)} exists already`);
  try {
    await addCell(nats, cell, options, 1);
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.message.includes("insufficient"))) throw error;
    throw new OperatorError(
      `the NATS servers have no room for the log of cell ${cell}: each cell reserves CLUSTER_STREAM_MAX_GB, and room for media; raise max_file_store, or lower CLUSTER_STREAM_MAX_GB`,
    );
  }
}

/** Creates a stream; an equal one may exist. */
async function addStream(nats: Nats, config: StreamToAdd): Promise<void> {
  await askLeader(nats, ({ streams }) => streams.add(config));
}

/**
 * A bucket of values as the key-value clients of NATS create it, so that `nats kv` shows it. Nothing if it exists. All cells of an
 * installation share it.
 */
export async function ensureBucket(nats: Nats, bucket: string, replicas: number): Promise<void> {
  if (await hasStream(nats, `KV_${bucket}`)) return;
  await addStream(nats, {
    ...common(replicas),
    name: `KV_${bucket}`,
    subjects: [`$KV.${bucket}.>`],
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    deny_delete: true,
    allow_rollup_hdrs: true,
    allow_direct: false,
    duplicate_window: DUPLICATES_NS,
  });
}

/**
 * The store of a cell's snapshots as the object store clients of NATS create it, so that `nats object` shows it. Nothing if it
 * exists.
 */
export async function ensureSnapshotStore(nats: Nats, cell: number, replicas: number): Promise<void> {
  const bucket = snapshotBucket(cell);
  if (await hasStream(nats, objectStream(bucket))) return;
  await addStream(nats, {
    ...common(replicas),
    name: objectStream(bucket),
    subjects: [`$O.${bucket}.C.>`, `$O.${bucket}.M.>`],
    discard: DiscardPolicy.New,
    deny_delete: true,
    allow_rollup_hdrs: true,
    allow_direct: false,
    duplicate_window: DUPLICATES_NS,
  });
}

async function addCell(nats: Nats, cell: number, options: AssetOptions, first: number): Promise<void> {
  for (const bucket of [LEASE_BUCKET, DIRECTORY_BUCKET, SHARED_BUCKET])
    await ensureBucket(nats, bucket, options.replicas);
  await addStream(nats, {
    ...cellConfig(options, first),
    name: streamOf(cell),
    subjects: [subjectOf(cell)],
  });
}

/**
 * Empties a log that lost messages, or creates one that does not exist. Sequences continue after `last`, the last one that this node knows to have been stored, so that a
 * standby which has applied everything continues. Only the holder of a valid lease may call it. False if the log has grown past `last`
 * meanwhile, which only another owner can have done.
 */
export async function replaceCell(
  nats: Nats,
  cell: number,
  last: number,
  options: AssetOptions & { readonly isLeaseOurs: () => boolean },
): Promise<boolean> {
  const stream = streamOf(cell);
  const lastStored = () =>
    askLeader(nats, async ({ streams }) => (await streams.info(stream)).state.last_seq);
  if (await hasCell(nats, cell)) {
    if ((await lastStored()) > last || !options.isLeaseOurs()) return false;
    // Purging is one step, so a log exists even if this process ends before or after it. After a deletion an operator would
    // have to create the stream by hand.
    const { streams } = await jetstreamManager(nats.connection, { timeout: ANSWER_MS });
    await streams.purge(stream, { seq: last + 1 });
    const end = await lastStored();
    if (end !== last) throw new Error(`the log ends at ${end} instead of ${last}`);
    return true;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await addCell(nats, cell, options, last + 1);
      return true;
    } catch (error) {
      if (attempt === CREATE_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, CREATE_PAUSE_MS));
    }
  }
}
