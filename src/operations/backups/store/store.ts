import type { Readable } from "node:stream";

export interface StoredObject {
  readonly name: string;
  readonly size: number;
}

/** Storage of backups: a folder or a bucket. Names have `/` between their parts. */
export interface Store {
  /** The folder or bucket, for messages. */
  readonly place: string;
  /** Stores a file completely or not at all; it is durable when the promise resolves. */
  put(name: string, path: string): Promise<void>;
  /** As `put`, for a file that never changes, so that a folder may store a hard link. */
  putUnchanging(name: string, path: string): Promise<void>;
  /** Throws BackupError when there is no such object. */
  read(name: string): Promise<Readable>;
  /** Includes files that a killed backup left half-written. Throws BackupError when the store cannot be listed. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
}

/** A small object as text. */
export async function readText(store: Store, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await store.read(name)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
