import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { MAX_COLUMNS, MAX_ROWS } from "#contact-imports/contract.ts";
import { csvRows } from "./csv-rows.ts";
import type { SheetAnswer } from "./sheet-answer.ts";
import { textOf } from "./text-of.ts";
import { workbookRows } from "./workbook-rows.ts";
import { checkZip } from "./zip-check.ts";

/** Longest cell kept. */
const MOST_CELL = 2000;
/** How the files of old Excels begin. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Characters written at a time. */
const PIECE = 64 * 1024;

/**
 * Reads a spreadsheet of whatever kind its bytes say and writes its rows to `output`, one JSON list a line: the row's
 * number, then its cells. The first line are the headings. Runs in a process of its own: see `sheet-process.ts`.
 */
export async function readSheet(input: string, output: string): Promise<SheetAnswer> {
  const file = await Bun.file(input).bytes();
  const rows = rowsOf(file);
  if (typeof rows === "string") return { refused: rows };
  try {
    return await writeRows(rows, output);
  } catch {
    return { refused: "type" };
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
  // Pages that only call themselves spreadsheets, PDFs, and control characters are no table.
  if (
    text === null ||
    text.trim() === "" ||
    /^\s*[<%{]/.test(text) ||
    /(?![\s])\p{Cc}/u.test(text.slice(0, 4096))
  )
    return "type";
  return csvRows(text);
}

async function writeRows(rows: Iterable<readonly string[]>, output: string): Promise<SheetAnswer> {
  const file = createWriteStream(output, { mode: 0o600 });
  let headings: readonly string[] | null = null;
  const first: string[][] = [];
  let count = 0;
  let number = 0;
  let lines = "";
  for (const row of rows) {
    number += 1;
    const cells = row
      .slice(0, MAX_COLUMNS)
      .map((cell) => cell.slice(0, MOST_CELL).replaceAll("\0", "").trim());
    while (cells.at(-1) === "") cells.pop();
    if (cells.length === 0) continue;
    if (headings === null) headings = cells;
    else {
      count += 1;
      if (first.length < 5) first.push(cells);
      if (count > MAX_ROWS) {
        file.destroy();
        return { refused: "rows" };
      }
    }
    lines += `${JSON.stringify([number, ...cells])}\n`;
    if (lines.length < PIECE) continue;
    if (!file.write(lines)) await once(file, "drain");
    lines = "";
  }
  file.end(lines);
  await once(file, "finish");
  return headings === null ? { refused: "type" } : { columns: [...headings], rows: count, first };
}
