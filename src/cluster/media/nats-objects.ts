import { JetStreamApiError, jetstreamManager, StorageType } from "@nats-io/jetstream";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { ArchiveError } from "#cluster/archive/objects.ts";
import { mayRepeat } from "#cluster/log/jetstream/assets.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import type { MediaObjects } from "./media-objects.ts";

/** Largest total size, bytes: each replica keeps it beside the log. More belongs in a bucket. */
export const MAX_STORE_BYTES = 50 * 1024 ** 3;
/** Share of the largest size from which on the operator is warned. */
export const NEARLY_FULL = 0.8;
/** How long one piece of an upload may take, ms. */
const PIECE_MS = 5000;
const NO_STREAM = 10059;
/** Codes of a server for a stream that is larger than the room it has. */
const NO_ROOM = new Set([10005, 10023, 10047]);
const SMALLEST_BYTES = 100 * 1024 ** 2;
/** The servers announce the room of a removed stream to each other within 10 s. */
const OPEN_ATTEMPTS = 15;
const OPEN_PAUSE_MS = 1000;

export const storeName = (cell: number): string => `MEDIA_${cell}`;

export interface NatsObjects extends MediaObjects {
  /** Stored bytes, and the largest size that the servers reserved. */
  room(): Promise<{ readonly bytes: number; readonly maxBytes: number }>;
}

/** Media in the object store of NATS, which is created at its first use. */
export function natsObjects(nats: Nats, cell: number, { replicas = 3, mayCreate = true } = {}): NatsObjects {
  const bucket = storeName(cell);
  let opened: Promise<ObjectStore> | undefined;
  const store = () => {
    opened ??= openStore(nats, bucket, { replicas, mayCreate }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const attempt = async <T>(work: (objects: ObjectStore) => Promise<T>): Promise<T> => {
    try {
      return await work(await store());
    } catch (error) {
      throw new ArchiveError(
        `object store ${bucket}: ${(error as Error).message}; check that two NATS servers run and have room for it`,
      );
    }
  };
  const names = () =>
    attempt(async (objects) => (await objects.list()).filter(({ deleted }) => !deleted)).then((all) =>
      all.map(({ name, size }) => ({ name, size })),
    );
  /**
   * Subjects of pieces that had no object at the last check. They may belong to an upload that was running then, so they are
   * removed only if they have no object at the next check either.
   */
  let suspects = new Set<string>();
  return {
    place: `NATS object store ${bucket}`,
    createFrom: (name, body) =>
      attempt(async (objects) => {
        const info = await objects.info(name);
        if (info && !info.deleted) return;
        await objects.put({ name }, body.stream(), { timeout: PIECE_MS });
      }),
    open: (name) =>
      attempt(async (objects) => {
        const found = await objects.get(name);
        return found ? checked(found.data, found.error) : undefined;
      }),
    has: (name) =>
      attempt(async (objects) => {
        const info = await objects.info(name);
        return info !== null && !info.deleted;
      }),
    async *list(prefix) {
      for (const object of await names()) if (object.name.startsWith(prefix)) yield object;
    },
    async folders(prefix) {
      const below = (await names()).filter(({ name }) => name.startsWith(prefix));
      return [...new Set(below.map(({ name }) => name.slice(prefix.length).split("/")[0] ?? ""))];
    },
    remove: (name) =>
      attempt(async (objects) => {
        if (await objects.info(name)) await objects.delete(name);
      }),
    room: () =>
      attempt(async (objects) => {
        const { size, streamInfo } = await objects.status();
        return { bytes: size, maxBytes: streamInfo.config.max_bytes };
      }),
    // Removes pieces that belong to no object: an interrupted upload left them.
    tidy: () =>
      attempt(async (objects) => {
        const manager = await jetstreamManager(nats.connection);
        const stream = `OBJ_${bucket}`;
        const prefix = `$O.${bucket}.C.`;
        const info = await manager.streams.info(stream, { subjects_filter: `${prefix}>` });
        const known = new Set((await objects.list()).map(({ nuid }) => nuid));
        const orphans = Object.keys(info.state.subjects ?? {}).filter(
          (subject) => !known.has(subject.slice(prefix.length)),
        );
        for (const subject of orphans)
          if (suspects.has(subject)) await manager.streams.purge(stream, { filter: subject });
        suspects = new Set(orphans);
      }),
  };
}

interface OpenOptions {
  readonly replicas: number;
  readonly mayCreate: boolean;
}

/** Opens the store, or creates it; repeated while the servers elect a leader or free the room of a removed stream. */
async function openStore(nats: Nats, bucket: string, options: OpenOptions): Promise<ObjectStore> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOrCreate(nats, bucket, options);
    } catch (error) {
      const mayPass = mayRepeat(error) || (options.mayCreate && isNoRoom(error));
      if (!mayPass || attempt === OPEN_ATTEMPTS) throw error;
      await Bun.sleep(OPEN_PAUSE_MS);
    }
  }
}

const isNoRoom = (error: unknown): boolean => error instanceof JetStreamApiError && NO_ROOM.has(error.code);

async function openOrCreate(
  nats: Nats,
  bucket: string,
  { replicas, mayCreate }: OpenOptions,
): Promise<ObjectStore> {
  const stores = new Objm(nats.connection);
  const manager = await jetstreamManager(nats.connection);
  const exists = await manager.streams.info(`OBJ_${bucket}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === NO_STREAM) return false;
      throw error;
    },
  );
  if (exists || !mayCreate) return await stores.open(bucket);
  // The servers reserve the size, so that media never take the room of the log. When the largest size does not fit, the store
  // takes half of the size that fits and leaves the rest for other streams.
  for (let bytes = MAX_STORE_BYTES; ; bytes = Math.floor(bytes / 2)) {
    let made: ObjectStore | undefined;
    try {
      made = await stores.create(bucket, { replicas, storage: StorageType.File, max_bytes: bytes });
      if (bytes < MAX_STORE_BYTES)
        await manager.streams.update(`OBJ_${bucket}`, { max_bytes: Math.floor(bytes / 2) });
      return made;
    } catch (error) {
      // The servers create a store that is too large while they do not know each other's room yet, and then refuse its update.
      if (made) await manager.streams.delete(`OBJ_${bucket}`);
      if (!isNoRoom(error) || bytes / 2 < SMALLEST_BYTES) throw error;
    }
  }
}

/** The library reports a failure beside the end of the stream. */
async function* checked(
  data: ReadableStream<Uint8Array>,
  failed: Promise<Error | null>,
): AsyncGenerator<Uint8Array> {
  yield* data;
  const error = await failed;
  if (error) throw error;
}
