import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { ZipFile } from "./zip-file.ts";

const TYPES = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The parts of a workbook with one sheet, beside the sheet itself. */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${TYPES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};
const SHEET = "xl/worksheets/sheet1.xml";
/** Longest text of a cell that spreadsheet programs open. */
const MOST_CHARACTERS = 32_767;

/**
 * Writes rows, one JSON list of texts and numbers per line, into a spreadsheet. Texts are inline strings and never formulas.
 * Only pieces of the rows are in memory. Runs in a subprocess: see `sheet-process.ts`.
 */
export async function writeSheet(input: string, output: string): Promise<void> {
  const zip = new ZipFile(output);
  for (const [name, xml] of Object.entries(PARTS)) await zip.add(name, [HEAD + xml]);
  await zip.add(SHEET, sheetOf(input));
  zip.close();
}

async function* sheetOf(input: string): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  let pending = "";
  for await (const line of createInterface({ input: createReadStream(input, "utf8") })) {
    const cells = JSON.parse(line) as (string | number | null)[];
    pending += `<row>${cells.map(cellOf).join("")}</row>`;
    if (pending.length < PIECE) continue;
    yield pending;
    pending = "";
  }
  yield `${pending}</sheetData></worksheet>`;
}
/** Characters per piece. */
const PIECE = 64 * 1024;

function cellOf(value: string | number | null): string {
  if (value === null || value === "") return "<c/>";
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MOST_CHARACTERS))}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Characters that XML 1.0 does not allow are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? "");
