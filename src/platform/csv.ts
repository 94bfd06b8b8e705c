/** First characters by which spreadsheets take a cell for a formula (quality 3.15). */
const FORMULA = /^[=+\-@\t\r]/;
/** A number is no formula, whatever its sign. */
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/**
 * One line of a CSV file. Cells go through quotes where they must, and what a spreadsheet would run as a formula
 * gets an apostrophe in front. Semicolons: a Brazilian Excel opens nothing else in columns.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(";")}\r\n`;
}

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const harmless = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Goes in front of a file, so that Excel reads its accents. */
export const CSV_START = "\ufeff";
