/** Result of reading a file: its headings, the number of rows, the first rows; or why it was rejected. */
export type SheetAnswer =
  | {
      readonly columns: readonly string[];
      readonly rows: number;
      readonly first: readonly (readonly string[])[];
    }
  /**
   * type: not a spreadsheet; rows: too many; size: needs more memory, disk space or time than allowed; full: the disk
   * is full.
   */
  | { readonly refused: "type" | "rows" | "size" | "full" };
