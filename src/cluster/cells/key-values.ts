import { AppError } from "#platform/errors.ts";

/**
 * A replicated bucket of values with compare-and-set. Each function throws 503 ERR_NOT_DURABLE when the servers do not answer in
 * time; a write may have happened nevertheless.
 */
export interface KeyValues {
  /** May be out of date by several seconds; a write with its revision is still safe. */
  get(key: string): Promise<KeyValue | null>;
  /**
   * Stores a value if the key still has this revision; 0 = the key must not exist. Returns the new revision, null when the key
   * had another one.
   */
  put(key: string, value: string, revision: number): Promise<number | null>;
  /** Removes the key, so that it does not exist any more, if it still has this revision. Returns whether it did. */
  remove(key: string, revision: number): Promise<boolean>;
  /** The value with the lowest revision from `revision` on among keys that match, such as `company.*`; null = none. */
  next(pattern: string, revision: number): Promise<KeyValue | null>;
  /** All values that exist at the call, in the order of their revisions. */
  all(): AsyncIterable<KeyValue>;
}

export interface KeyValue {
  readonly key: string;
  readonly value: string;
  /** Increases with each write to the bucket. */
  readonly revision: number;
}

/** The servers do not answer, or the owner of a cell does not. The caller may repeat the request. */
export const notAnswered = (): AppError => new AppError(503, "ERR_NOT_DURABLE", { retryAfterSeconds: 1 });
