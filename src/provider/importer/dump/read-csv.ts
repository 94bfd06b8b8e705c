import { type CsvDialect, readRecord } from "#platform/csv-record.ts";
import { openPieces, type Pieces } from "./pieces.ts";
import type { DumpRow } from "./read-sql.ts";
import { knownTable } from "./tables.ts";
import type { Value } from "./values.ts";

type Plain = CsvDialect<Value>["plain"];

/** Reads a cell of a file that writes NULL as `\\N` or `NULL`, or leaves it empty. */
const WORDS: Plain = (cell) => (cell === "" || cell === "\\N" || cell === "NULL" ? null : cell);
const NOTHING: Plain = (cell) => (cell === "" ? null : cell);

/** The rows of a CSV file with headings, as `\copy … csv header` writes it; the table is the name of the file. */
export async function* readCsv(
  path: string,
  table: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<DumpRow> {
  const pieces = openPieces(path, onBytes);
  let columns: readonly string[] | undefined;
  let dialect: CsvDialect<Value> = { separator: ",", plain: NOTHING };
  let at = 0;
  let isEnd = false;
  try {
    for (;;) {
      const text = pieces.text();
      if (isEnd && at >= text.length) return;
      if (!columns && text !== "") {
        const separator = separatorOf(text);
        dialect = { separator, plain: plainOf(text, separator) };
      }
      const record = at < text.length ? recordAt(pieces, at, dialect, table) : undefined;
      if (!record) {
        if (isEnd)
          throw pieces.wrong(
            `the file ends in the middle of a row of ${table}: it was cut off; dump it again`,
          );
        pieces.drop(at);
        at = 0;
        if (await pieces.more()) continue;
        isEnd = true;
        // The last line may have no line end.
        if (!/[\n\r]$/.test(pieces.text())) {
          const last = readRecord(`${pieces.text()}\n`, 0, dialect);
          if (!last && pieces.text() !== "") continue;
          if (last && columns && pieces.text() !== "") yield { table, columns, values: last.values };
          return;
        }
        continue;
      }
      const isBlank = record.values.length === 1 && record.values[0] === null;
      if (!columns) columns = headingsOf(pieces, table, record.values);
      else if (!isBlank) yield { table, columns, values: record.values };
      at = record.end;
    }
  } finally {
    pieces.close();
  }
}

function recordAt(pieces: Pieces, at: number, dialect: CsvDialect<Value>, table: string) {
  try {
    return readRecord(pieces.text(), at, dialect);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw pieces.wrong(
      `a row of ${table} cannot be read: ${error.message}; quotes within a text must be doubled, as \\copy … csv header does`,
      at,
    );
  }
}

/** Throws SyntaxError when the first line names no column of the table. */
function headingsOf(pieces: Pieces, table: string, values: readonly Value[]): readonly string[] {
  const names = values.map((name) => (name ?? "").replace(/^\ufeff/, "").trim());
  const known = knownTable(table);
  if (known && !names.some((name) => known.columns.includes(name)))
    throw pieces.wrong(
      `the first line of ${table} must name its columns; write the file with headings, or make a folder with mysqldump --tab`,
    );
  return names;
}

/** Returns the function that reads a cell, chosen by how the records read so far write NULL. */
function plainOf(text: string, separator: string): Plain {
  if (separator === "\t") return WORDS;
  let hasNothing = false;
  const plain: Plain = (cell) => {
    hasNothing ||= cell === "";
    return cell;
  };
  try {
    for (let at = 0; !hasNothing && at < text.length; )
      at = readRecord(text, at, { separator, plain })?.end ?? text.length;
  } catch {
    // An invalid row is reported with its line number when it is read.
  }
  return hasNothing ? NOTHING : WORDS;
}

function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\n\r]|$/));
  return [",", ";", "\t"].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ",";
}
