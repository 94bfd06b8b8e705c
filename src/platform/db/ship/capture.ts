/** A path of a file of the data directory, relative to it, with `/`: `companies/1/company.sqlite`. */
export type ShippedPath = string;

/** Salt (both words) of a WAL and the number of its frames that were captured. Salt 0 with frame 0: no WAL. */
export interface WalEnd {
  readonly salt: bigint;
  readonly frame: number;
}

/** End of a file of which the log has only the first pieces (docs/rules/cluster.md#pieces). */
export const INCOMPLETE: WalEnd = { salt: 0n, frame: 0xffff_ffff };

export const isIncomplete = ({ salt, frame }: WalEnd): boolean =>
  salt === INCOMPLETE.salt && frame === INCOMPLETE.frame;

/** The pages of one database file that changed since the last capture, each with its last image. */
export interface ShippedPages {
  readonly path: ShippedPath;
  /** The pages are the whole file, which is new or was replaced. */
  readonly isWhole: boolean;
  /** Bytes per page. */
  readonly pageSize: number;
  /** Pages of the database after the last commit; a smaller file than before is truncated. */
  readonly pageCount: number;
  /** Up to which frame of which WAL the file is captured. Re-join cuts the WAL of a former owner after it. */
  readonly wal: WalEnd;
  /** Page numbers from 1, in ascending order, each once. */
  readonly numbers: Uint32Array;
  /** The images of these pages in the same order, one after the other. */
  readonly images: Uint8Array;
  /** Commits among the captured frames, for metrics; not in the batch. */
  readonly commits?: number;
}

/** A small file that carries state, for example the mark beside a linked WhatsApp session. */
export interface ShippedFile {
  readonly path: ShippedPath;
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/**
 * Everything that was committed since the last capture, taken in one synchronous stretch of the main thread: if a
 * commit is in it, every commit that caused it is in it or in an earlier one.
 */
export interface Capture {
  /** Time of the capture, ms since 1970. For point-in-time restore and the lag; never used to order captures. */
  readonly capturedAtMs: number;
  readonly files: readonly ShippedPages[];
  readonly smallFiles: readonly ShippedFile[];
  /** Files that no longer exist. They are removed before `files` and `smallFiles` are written. */
  readonly deleted: readonly ShippedPath[];
}
