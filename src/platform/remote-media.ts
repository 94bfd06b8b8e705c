import { OperatorError } from "./errors.ts";

/** An object of the storage of media. */
interface MediaObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Storage of media that outlives this machine: a bucket, or the object store of NATS (docs/rules/cluster.md#media). Content is
 * stored once per company, sealed, under a name that is derived from its SHA-256; the name reveals nothing without the
 * installation key. Every method throws RemoteMediaAway when the storage does not respond.
 */
export interface RemoteMedia {
  /** The storage, for messages. */
  readonly place: string;
  /** Largest size of the local files, bytes; older ones beyond it are evicted. */
  readonly cacheBytes: number;
  /** An object without a row is kept this long, ms: a restore to an earlier time needs it. */
  readonly keepMs: number;
  /** True for a short time after a failure: callers that cannot wait skip the storage. */
  readonly isAway: boolean;
  /** True while this process may delete objects: another node may own the cell otherwise. */
  mayDelete(): boolean;
  /** Object names for a content: the first under the current installation key, the others under older keys. */
  namesOf(companyId: number, sha256: string): readonly string[];
  /** Stores a local file; it is durable when the promise resolves. Content that is there already is not sent again. */
  upload(companyId: number, sha256: string, path: string): Promise<void>;
  /** Writes the content to `path`, complete or not at all; false when there is no such object. Throws RemoteMediaDamaged. */
  download(companyId: number, sha256: string, path: string): Promise<boolean>;
  /** True when the content is stored under its current name. */
  has(companyId: number, sha256: string): Promise<boolean>;
  list(companyId: number): AsyncIterable<MediaObject>;
  /** Companies that have objects. */
  companies(): Promise<readonly number[]>;
  /** True when this process stored or used the object in the last hour: its row may not be written yet. */
  isRecent(name: string): boolean;
  remove(name: string): Promise<void>;
  /** For each object without a row: the time since which it has none, ms since 1970. */
  readMarks(companyId: number): Promise<ReadonlyMap<string, number>>;
  writeMarks(companyId: number, marks: ReadonlyMap<string, number>): Promise<void>;
  /** Notes that every file with a row is stored here or missing everywhere. From then on the local files are only a cache. */
  allStored(): void;
  /** Removes the leftovers of interrupted uploads. */
  tidy(): Promise<void>;
  /** For the metrics. */
  readonly figures: RemoteMediaFigures;
}

interface RemoteMediaFigures {
  uploads: number;
  downloads: number;
  failures: number;
  /** Files with a row that are neither local nor in the storage, counted by the last sweep. */
  missing: number;
  /** Local files, bytes, as of the last check. */
  cacheBytes: number;
}

/** The storage of media does not respond, or refuses; the message has the place, the reason and what to check. */
export class RemoteMediaAway extends OperatorError {
  override readonly name: string = "RemoteMediaAway";
}

/** An object was changed, or is sealed with an unknown key. */
export class RemoteMediaDamaged extends OperatorError {
  override readonly name: string = "RemoteMediaDamaged";
}
