import type { Db } from "#platform/db/database.ts";
import type { Installation } from "./installation.ts";
import type { Tenant, TenantUnit } from "./tenant.ts";

/** What the rows of a table of the system file belong to (docs/rules/cells.md#table-kinds). */
export type TableKind = "shared" | "company" | "cell";

export type SharedValue = string | number | null | Uint8Array;
/** A row by the names of its columns. */
export type SharedRow = Readonly<Record<string, SharedValue>>;

/** A row that was inserted (`before` null), changed, or deleted (`after` null) in the copy. */
export interface SharedChange {
  readonly before: SharedRow | null;
  readonly after: SharedRow | null;
}

/** A table with provider-wide rows: written in the home cell, copied into the same table of the other cells. */
export interface SharedTable {
  readonly table: string;
  /** Files in a folder of the data directory, named in a column. Their names are never reused. */
  readonly files?: { readonly folder: string; readonly column: string };
  /**
   * A column that never changes in one row: rows with an equal key and another value here are different rows, because the home
   * cell reuses keys.
   */
  readonly identity?: string;
  /** Whether a cell needs a row that the home cell deleted: it stays then. */
  readonly isKept?: (system: Db, row: SharedRow) => boolean;
  /** Changes a row that stays, in the transaction of the copy. */
  readonly retire?: (system: Db, row: SharedRow) => void;
  /** Called after the copy was committed, for caches and open pages. */
  readonly copied?: (installation: Installation, changes: readonly SharedChange[]) => void;
}

/** Rows of the provider's company that the other cells have in their copy of it. */
export interface ProviderRows {
  readonly table: string;
  /** The rows to publish, without anything that other cells must not have. */
  readonly read: (provider: Tenant) => readonly SharedRow[];
  /** Makes the rows of the copy equal to these. */
  readonly write: (unit: TenantUnit, rows: readonly SharedRow[]) => void;
  /** Called after the copy was committed. */
  readonly copied?: (installation: Installation) => void;
}

/** Tables of the system file that this folder writes, and not a feature. */
export const ownTables: ReadonlyMap<string, TableKind> = new Map([
  ["company", "company"],
  ["company_arrival", "cell"],
  ["company_move", "cell"],
  ["scheduled_wakeup", "cell"],
  ["shared_revision", "cell"],
]);
