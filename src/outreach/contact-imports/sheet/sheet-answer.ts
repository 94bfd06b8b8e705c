/** What became of a file: its headings, how many rows follow, the first of them; or why it is none of ours. */
export type SheetAnswer =
  | {
      readonly columns: readonly string[];
      readonly rows: number;
      readonly first: readonly (readonly string[])[];
    }
  /** type: no spreadsheet; rows: too many; size: needs more memory, room or time than any honest one; full: the disk is. */
  | { readonly refused: "type" | "rows" | "size" | "full" };
