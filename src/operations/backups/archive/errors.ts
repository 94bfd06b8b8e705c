import { isDiskFull } from "#platform/db/constraint.ts";
import { OperatorError } from "#platform/errors.ts";

/** Kind of error; pages have a text for each. `failed`: an error of the machine or the store, not of the archive. */
export type ArchiveProblem =
  | "passphrase"
  | "not-archive"
  | "newer"
  | "damaged"
  | "altered"
  | "interrupted"
  | "failed";

/** A backup or an archive is invalid or cannot be processed; the message is for an operator. */
export class BackupError extends OperatorError {
  override readonly name = "BackupError";
  readonly trouble: ArchiveProblem;

  constructor(message: string, trouble: ArchiveProblem = "damaged") {
    super(message);
    this.trouble = trouble;
  }
}

/**
 * Whether the machine or the store failed, not the archive: every other file would fail as well, so callers that skip
 * damaged files stop here.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof BackupError && error.trouble === "failed";

/** Message for a full disk. */
const CANNOT_WRITE =
  /^(?:ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|SQLITE_FULL|SQLITE_IOERR_(?:WRITE|FSYNC|TRUNCATE|SHM\w+))$/;

/** Returns the error; for a full disk a BackupError that names the file. */
export function asRefusal(error: unknown, path: string): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (!CANNOT_WRITE.test(code)) return error;
  return new BackupError(
    `${path} cannot be written: ${isDiskFull(error) ? "no space is left on its disk" : message}`,
    "failed",
  );
}
