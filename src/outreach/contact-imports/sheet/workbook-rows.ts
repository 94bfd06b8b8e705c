import { type CellObject, read, SSF, type WorkSheet } from "@e965/xlsx";
import { MAX_COLUMNS, MAX_ROWS } from "#outreach/contact-imports/contract.ts";

/** Rows to read: the limit, the headings, and one more to detect that there are more. */
const LOOKED_AT = MAX_ROWS + 2;

/** Yields the rows of the first sheet of a workbook as texts. Throws for a damaged or password-protected file. */
export function* workbookRows(file: Uint8Array): Generator<string[]> {
  const book = read(file, {
    type: "buffer",
    dense: true,
    sheets: 0,
    sheetRows: LOOKED_AT,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellStyles: false,
    bookVBA: false,
  });
  const sheet = book.Sheets[book.SheetNames[0] ?? ""] as
    | (WorkSheet & { "!data"?: CellObject[][] })
    | undefined;
  for (const row of sheet?.["!data"] ?? []) {
    const cells: string[] = [];
    for (let column = 0; column < Math.min(row?.length ?? 0, MAX_COLUMNS); column += 1)
      cells.push(textOfCell(row?.[column]));
    yield cells;
  }
}

/** Text of a cell; a number in full, not as formatted (5,51E+12 loses the last digits of a phone number). */
function textOfCell(cell: CellObject | undefined): string {
  if (!cell || cell.t === "e" || cell.t === "z" || cell.v === undefined) return "";
  if (cell.t === "n" && typeof cell.v === "number") {
    if (typeof cell.z === "string" && SSF.is_date(cell.z)) return dayOf(cell.v) ?? String(cell.v);
    return Number.isSafeInteger(cell.v) ? String(cell.v) : (cell.w ?? String(cell.v));
  }
  return cell.t === "s" ? String(cell.v) : (cell.w ?? String(cell.v));
}

/** Converts a spreadsheet's day number to a date in Brazilian format. */
function dayOf(days: number): string | null {
  const date = SSF.parse_date_code(days) as { y: number; m: number; d: number } | null;
  if (!date || date.y === 0) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.d)}/${two(date.m)}/${date.y}`;
}
