/**
 * First characters that make a spreadsheet read a cell as a formula, also after leading blanks and in full-width
 * form.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
/** Separators of any locale; an unquoted cell that contains one would be split into two columns. */
const SEPARATORS = /[";,\t|\r\n]/;
/** A number is not a formula, with or without a sign. */
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * Formats one line of a CSV file; all CSV files use it (test/csv-writer.test.ts). A text that begins like a formula
 * or contains a separator of any locale is quoted, and a formula gets a leading apostrophe. Columns are separated by
 * semicolons, because a Brazilian Excel splits columns only there.
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

/** Byte order mark at the start of a file, so that Excel reads it as UTF-8. */
export const CSV_START = "\ufeff";
