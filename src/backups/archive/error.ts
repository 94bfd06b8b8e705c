import { OperatorError } from "#platform/errors.ts";

/** What is wrong, as a word that pages have a text for. */
export type ArchiveTrouble = "passphrase" | "not-archive" | "newer" | "damaged" | "interrupted" | "failed";

/** Something about a backup or an archive is not as it must be; the message says what, in words for an operator. */
export class BackupError extends OperatorError {
  override readonly name = "BackupError";
  readonly trouble: ArchiveTrouble;

  constructor(message: string, trouble: ArchiveTrouble = "damaged") {
    super(message);
    this.trouble = trouble;
  }
}
