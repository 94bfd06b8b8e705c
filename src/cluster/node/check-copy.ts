import type { ShippedPath } from "#platform/db/ship/capture.ts";
import type { Batch } from "#platform/db/ship/reader.ts";

/**
 * Opens one database of the copy for reading, as an owner would. Null when this program can use it, otherwise why it cannot. Throws
 * the error of SQLite for a damaged file. Called only between batches, when the file is as it was at one moment.
 */
export type OpenCopy = (path: ShippedPath) => string | null;

/** Checks each database of a copy once, and again after each change of its schema. */
export interface CopyCheck {
  applied(batch: Batch): void;
  /** Opens files that wait for their check, at most `atMost`; returns how many still wait. Throws for a damaged file. */
  run(atMost: number): number;
  /** Why this program cannot open the files; null = it can. */
  readonly problem: string | null;
}

/** Offset of the schema cookie in a database file; it changes with each change of the schema. */
const COOKIE_AT = 40;
/** Codes of SQLite for a file that is damaged. */
const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** `files`: those that the copy has at the beginning. */
export function createCopyCheck(files: Iterable<ShippedPath>, open: OpenCopy): CopyCheck {
  const waiting = new Set(files);
  const cookies = new Map<ShippedPath, number>();
  const problems = new Map<ShippedPath, string>();
  return {
    applied(batch) {
      if (batch.kind !== "batch") return;
      for (const { path, pageSize, numbers, images } of batch.capture.files) {
        const first = numbers.indexOf(1);
        if (first < 0) continue;
        const at = first * pageSize + COOKIE_AT;
        const cookie = new DataView(images.buffer, images.byteOffset + at, 4).getUint32(0);
        if (cookies.get(path) !== cookie) waiting.add(path);
        cookies.set(path, cookie);
      }
      for (const path of batch.capture.deleted)
        for (const known of [...waiting, ...problems.keys()])
          if (known === path || known.startsWith(`${path}/`)) {
            waiting.delete(known);
            problems.delete(known);
          }
    },
    run(atMost) {
      for (const path of [...waiting].slice(0, atMost)) {
        check(path);
        waiting.delete(path);
      }
      return waiting.size;
    },
    get problem() {
      const [problem] = problems.values();
      return problem ?? null;
    },
  };

  function check(path: ShippedPath): void {
    try {
      const problem = open(path);
      if (problem === null) problems.delete(path);
      else problems.set(path, problem);
    } catch (error) {
      if (DAMAGED.test(String((error as { code?: unknown }).code))) throw error;
      // A file that could not be opened for another reason (too many open files) is checked again after its next change.
    }
  }
}
