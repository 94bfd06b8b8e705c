/** A value as a table of the old system holds it. */
export type Cell = string | number | boolean | Date | null | readonly object[];
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that are text of other types in CREATE TABLE. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** How large an installation of the old system is, and which version it is. */
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
  /** The newest moment, ms. */
  readonly now: number;
}
