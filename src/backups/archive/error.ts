import { OperatorError } from "#platform/errors.ts";

/** Something about a backup or an archive is not as it must be; the message says what, in words for an operator. */
export class BackupError extends OperatorError {
  override readonly name = "BackupError";
}
