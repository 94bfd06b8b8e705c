import { CSV_START, csvLine } from "#platform/csv.ts";

type Cell = string | number | null;

/** Rows as a CSV that spreadsheets open with accents; typed text is never taken for a formula. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return CSV_START + rows.map(csvLine).join("");
}

/** Gives the person a file that was made here. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
