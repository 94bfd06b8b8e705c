/**
 * The way of provider-wide rows from the home cell to the other cells (docs/rules/cells.md#shared-rows): a store outside the
 * cells that holds the newest version. One machine has none.
 */

/** The rows of a table, or one file. */
export interface SharedPart {
  /** `plan`, or the path of a file below the data directory. */
  readonly name: string;
  /** Differs for different content; names of files are never reused, so their hash is empty. */
  readonly hash: string;
}

/** What the home cell shared at one moment. */
export interface SharedVersion {
  /** Grows with each version. */
  readonly revision: number;
  readonly parts: readonly SharedPart[];
}

export interface StoredVersion extends SharedVersion {
  /** Names this entry of the store in a compare-and-set. */
  readonly entry: number;
}

/** Reads a part that is stored; undefined when its content has changed since. */
export type PartContent = (part: SharedPart) => Promise<Uint8Array | undefined>;

/** No function rejects for reasons of the network. */
export interface SharedRows {
  /** Null before the first version; undefined when the servers do not answer. The answer may be out of date. */
  newest(): Promise<StoredVersion | null | undefined>;
  /** Undefined when the servers do not answer, or when the part is no longer stored. */
  load(part: SharedPart): Promise<Uint8Array | undefined>;
  /** Stores the parts that are not stored yet; false when one of them is not known to be stored. */
  upload(parts: readonly SharedPart[], content: PartContent): Promise<boolean>;
  /**
   * Makes a version the newest one, if the newest one is still `after` (null = none). All its parts must be stored. Returns
   * the entry; `refused` when there is another one, `unknown` after a time-out.
   */
  announce(version: SharedVersion, after: number | null): Promise<number | "refused" | "unknown">;
  /** Removes all parts except these. */
  prune(kept: readonly SharedPart[]): Promise<void>;
}
