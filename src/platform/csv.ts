/** First characters by which spreadsheets take a cell for a formula; leading blanks and wide forms count as well. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
/** Separators of any locale: a cell with one of them would fall into two columns where it is not quoted. */
const SEPARATORS = /[";,\t|\r\n]/;
/** A number is no formula, whatever its sign. */
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * One line of a CSV file, the only way to one (test/csv-writer.test.ts). A text that begins like a formula, or contains a
 * separator of any locale, is quoted, and what a spreadsheet would run gets an apostrophe in front. Semicolons: a Brazilian Excel opens nothing else in columns.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(";")}\r\n`;
}

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const isFormula = typeof value === "string" && (FORMULA.test(text) || /^[\t\r]/.test(text));
  const harmless = isFormula && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return isFormula || SEPARATORS.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Goes in front of a file, so that Excel reads its accents. */
export const CSV_START = "\ufeff";
