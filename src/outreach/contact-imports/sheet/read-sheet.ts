import { appendFileSync, closeSync, openSync } from "node:fs";
import { type CellObject, read, SSF, type WorkSheet } from "@e965/xlsx";
import { MAX_COLUMNS, MAX_ROWS } from "#outreach/contact-imports/contract.ts";
import { readRecord } from "#platform/csv-record.ts";
import { isDiskFull } from "#platform/db/constraint.ts";
import type { SheetAnswer } from "./sheet-answer.ts";
import { checkZip } from "./zip-check.ts";

/** Rows to read: the limit, the headings, and one more to detect that there are more. */
const LOOKED_AT = MAX_ROWS + 2;

/** Yields the rows of the first sheet of a workbook as texts. Throws for a damaged or password-protected file. */
function* workbookRows(file: Uint8Array): Generator<string[]> {
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

/** Longest cell, in characters; longer ones are cut. */
const MOST_CELL = 2000;
/** First bytes of an .xls file (OLE compound file). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Characters per write. */
const PIECE = 64 * 1024;
/**
 * Maximum size of the rows file, bytes. One text used in a million cells is small in a workbook and large here; real
 * files stay below.
 */
const MOST_WRITTEN = 120 * 1024 * 1024;

/**
 * Reads a spreadsheet, detecting its type from the bytes, and writes its rows to `output`, at most `room` bytes: one
 * JSON list per line, with the row number and then the cells. The first line has the headings. Runs in a subprocess:
 * see `sheet-process.ts`.
 */
export async function readSheet(input: string, output: string, room: number): Promise<SheetAnswer> {
  const file = await Bun.file(input).bytes();
  const rows = rowsOf(file);
  if (typeof rows === "string") return { refused: rows };
  try {
    return writeRows(rows, output, room);
  } catch (error) {
    return { refused: isDiskFull(error) ? "full" : "type" };
  }
}

function rowsOf(file: Uint8Array): Iterable<readonly string[]> | "type" | "size" {
  const [first, second] = [file[0], file[1]];
  if (first === 0x50 && second === 0x4b) {
    const verdict = checkZip(file);
    if (verdict !== "sheet") return verdict === "too_large" ? "size" : "type";
    return workbookRows(file);
  }
  if (first === 0xd0 && second === 0xcf)
    return COMPOUND.every((byte, at) => file[at] === byte) ? workbookRows(file) : "type";
  const text = textOf(file);
  // HTML pages named .xls, PDFs, and files with control characters are not tables.
  if (
    text === null ||
    text.trim() === "" ||
    /^\s*[<%{]/.test(text) ||
    /(?![\s])\p{Cc}/u.test(text.slice(0, 4096))
  )
    return "type";
  return csvRows(text);
}

function writeRows(rows: Iterable<readonly string[]>, output: string, room: number): SheetAnswer {
  const file = openSync(output, "w", 0o600);
  try {
    return writeTo(file, rows, room);
  } finally {
    closeSync(file);
  }
}

function writeTo(file: number, rows: Iterable<readonly string[]>, room: number): SheetAnswer {
  let headings: readonly string[] | null = null;
  const first: string[][] = [];
  let count = 0;
  let number = 0;
  let written = 0;
  let lines = "";
  const flush = (): "size" | "full" | null => {
    const bytes = Buffer.from(lines);
    lines = "";
    written += bytes.length;
    if (written > MOST_WRITTEN) return "size";
    if (written > room) return "full";
    // Writes all bytes or throws, unlike `write`.
    appendFileSync(file, bytes);
    return null;
  };
  for (const row of rows) {
    number += 1;
    const cells = cellsOf(row);
    if (cells.length === 0) continue;
    if (headings === null) headings = cells;
    else {
      count += 1;
      if (first.length < 5) first.push(cells);
      if (count > MAX_ROWS) return { refused: "rows" };
    }
    lines += `${JSON.stringify([number, ...cells])}\n`;
    const refused = lines.length < PIECE ? null : flush();
    if (refused) return { refused };
  }
  const refused = flush();
  if (refused) return { refused };
  return headings === null ? { refused: "type" } : { columns: [...headings], rows: count, first };
}

/** A row for the rows file: truncated to the maximum columns and cell length, without empty cells at the end. */
function cellsOf(row: readonly string[]): string[] {
  const cells = row.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, MOST_CELL).replaceAll("\0", "").trim());
  while (cells.at(-1) === "") cells.pop();
  return cells;
}

const SEPARATORS = [";", ",", "\t", "|"] as const;

/** The rows of a CSV text, one by one. Reads quotes, quoted line ends and `sep=` lines. */
function* csvRows(text: string): Generator<readonly string[]> {
  const declared = /^\ufeff?sep=(.)\r?\n/i.exec(text);
  const body = declared ? text.slice(declared[0].length) : text.replace(/^\ufeff/, "");
  const dialect = {
    separator: declared?.[1] ?? separatorOf(body),
    plain: (cell: string) => cell,
    isLenient: true,
  };
  // The last line may have no line end.
  const lines = `${body}\n`;
  for (let at = 0; at < body.length; ) {
    const record = readRecord(lines, at, dialect);
    if (!record) return;
    yield record.values;
    at = record.end;
  }
}

/** The separator that occurs most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, 100_000))?.[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ";";
}

/** The text of a file of unknown encoding; null when it is no text. */
function textOf(file: Uint8Array): string | null {
  if (startsWith(file, [0xef, 0xbb, 0xbf])) return new TextDecoder("utf-8").decode(file);
  if (startsWith(file, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(file);
  if (startsWith(file, [0xfe, 0xff])) return new TextDecoder("utf-16be").decode(file);
  const sample = file.subarray(0, 4096);
  if (sample.includes(0)) {
    // UTF-16 without a byte order mark: every other byte of Latin letters is zero.
    const odd = share(sample, 1);
    const even = share(sample, 0);
    if (odd > 0.3 && even < 0.05) return new TextDecoder("utf-16le").decode(file);
    if (even > 0.3 && odd < 0.05) return new TextDecoder("utf-16be").decode(file);
    return null;
  }
  if (file.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

const startsWith = (file: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => file[index] === byte);

/** Share of zero bytes at even (0) or odd (1) positions, 0 to 1. */
function share(sample: Uint8Array, from: 0 | 1): number {
  let zeros = 0;
  for (let index = from; index < sample.length; index += 2) if (sample[index] === 0) zeros += 1;
  return zeros / Math.max(1, Math.floor(sample.length / 2));
}
