/** Result of reading a file: its headings, the number of rows, the first rows; or why it was rejected. */
export type SheetAnswer =
  | {
      readonly columns: readonly string[];
      readonly rows: number;
      readonly first: readonly (readonly string[])[];
    }
  /** type: no spreadsheet; rows: too many; size: needs more memory, room or time than any honest one; full: the disk is. */
  | { readonly refused: "type" | "rows" | "size" | "full" };
