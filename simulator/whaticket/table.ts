/** A value in a table of the old system. */
export type Cell = string | number | boolean | Date | null | readonly object[];
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns whose text has another type in CREATE TABLE. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** Size and version of an installation of the old system. */
export interface OfficeOptions {
  /** `community`: one company, no columns for it; `saas`: companies, plans, attendances. */
  readonly version: "community" | "saas";
  readonly companies?: number;
  readonly tickets?: number;
  readonly messagesPerTicket?: number;
  /** Number of characters in each message's stored network payload (`dataJson`); default none. */
  readonly rawChars?: number;
  /** Hash of the password of all users. */
  readonly passwordHash: string;
  /** The latest time in the data, ms. */
  readonly now: number;
}
