/** What the rows of a table of the system file belong to (docs/rules/cells.md#table-kinds). */
export type TableKind = "shared" | "company" | "cell";

/** A table with provider-wide rows: written in the home cell, copied into the same table of the other cells. */
export interface SharedTable {
  readonly table: string;
}

/** Tables of the system file that this folder writes, and not a feature. */
export const ownTables: ReadonlyMap<string, TableKind> = new Map([
  ["company", "company"],
  ["scheduled_wakeup", "cell"],
]);
