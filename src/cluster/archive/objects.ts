import { OperatorError } from "#platform/errors.ts";

/** An object of the archive. */
export interface ListedObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Storage of snapshots. Objects are created once and never overwritten, so two processes that write under one name notice
 * each other. Names have `/` between their parts. Every method throws ArchiveError when the storage does not respond.
 */
export interface SnapshotStore {
  /** The folder or bucket, for messages. */
  readonly place: string;
  /** Stores the whole object or nothing; it is durable when the promise resolves. An existing object is left unchanged. */
  create(name: string, bytes: Uint8Array): Promise<"created" | "exists">;
  /** Undefined when there is no such object. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** In the order of their names. */
  list(prefix: string): AsyncIterable<Pick<ListedObject, "name">>;
  /** A missing object is no error. */
  remove(name: string): Promise<void>;
}

/** Storage of the archive: a bucket or a folder. */
export interface ObjectStore extends SnapshotStore {
  list(prefix: string): AsyncIterable<ListedObject>;
}

/** The archive cannot be used; the message has the place, the reason and what to check. */
export class ArchiveError extends OperatorError {
  override readonly name: string = "ArchiveError";
}

/**
 * An object of a snapshot is missing or differs from the stored bytes, or the files of the snapshot contain a damaged database.
 */
export class SnapshotDamaged extends ArchiveError {
  override readonly name = "SnapshotDamaged";
  /** The damaged object; null: all objects are as they were stored. */
  readonly object: string | null;
  constructor(message: string, object: string | null = null) {
    super(message);
    this.object = object;
  }
}

/**
 * Throws ArchiveError when the storage overwrites objects that exist: then two processes could destroy each other's
 * archive without noticing. `unique`: a name part that no other caller uses.
 */
export async function requireConditionalWrites(store: ObjectStore, unique: string): Promise<void> {
  const name = `probe/${unique}`;
  const [first, second] = [Buffer.from("first"), Buffer.from("second")];
  const created = await store.create(name, first);
  const repeated = await store.create(name, second);
  const kept = await store.read(name);
  await store.remove(name);
  if (created === "created" && repeated === "exists" && kept && first.equals(kept)) return;
  throw new ArchiveError(
    `${store.place} overwrites existing objects: the archive needs a storage that honours If-None-Match (conditional writes)`,
  );
}
