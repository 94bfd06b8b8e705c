import type { ListedObject } from "#cluster/archive/objects.ts";

/** Where sealed media are stored. Names have `/` between their parts. Objects appear complete or not at all. */
export interface MediaObjects {
  /** The bucket, for messages. */
  readonly place: string;
  /** Stores the content of a file unless there is an object with this name; it is durable when the promise resolves. */
  createFrom(name: string, body: Blob): Promise<unknown>;
  /** Undefined when there is no such object. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  has(name: string): Promise<boolean>;
  list(prefix: string): AsyncIterable<ListedObject>;
  /** The parts of the names behind `prefix` up to the next `/`. */
  folders(prefix: string): Promise<readonly string[]>;
  /** A missing object is no error. */
  remove(name: string): Promise<void>;
  /** Removes what interrupted uploads left. */
  tidy?(): Promise<void>;
}
