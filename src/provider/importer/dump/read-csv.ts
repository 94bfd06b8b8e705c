import { openPieces, type Pieces } from "./pieces.ts";
import type { DumpRow } from "./read-sql.ts";
import { knownTable } from "./tables.ts";
import type { Value } from "./values.ts";

/** What a cell without quotes says. */
type Bare = (cell: string) => Value;

/** psql writes NULL as nothing; whoever never does that writes it as \N or NULL. */
const WORDS: Bare = (cell) => (cell === "" || cell === "\\N" || cell === "NULL" ? null : cell);
const NOTHING: Bare = (cell) => (cell === "" ? null : cell);

/** A record and where the text goes on; undefined when the text ends before it does. */
export function readRecord(
  text: string,
  from: number,
  separator: string,
  bare: Bare = NOTHING,
): { readonly values: readonly Value[]; readonly end: number } | undefined {
  const values: Value[] = [];
  for (let at = from; ; ) {
    if (text.charAt(at) === '"') {
      let value = "";
      for (at += 1; ; ) {
        const quote = text.indexOf('"', at);
        if (quote < 0 || quote + 1 >= text.length) return undefined;
        value += text.slice(at, quote);
        at = quote + 1;
        if (text.charAt(at) !== '"') break;
        value += '"';
        at += 1;
      }
      values.push(value);
    } else {
      const word = /[^\n\r]*?(?=[\n\r]|$)/y;
      const stop = text.indexOf(separator, at);
      word.lastIndex = at;
      const line = at + (word.exec(text)?.[0].length ?? 0);
      const end = stop >= 0 && stop < line ? stop : line;
      if (end >= text.length) return undefined;
      values.push(bare(text.slice(at, end)));
      at = end;
    }
    const next = text.charAt(at);
    if (next === "") return undefined;
    if (next === separator) at += 1;
    else if (next === "\n") return { values, end: at + 1 };
    else if (next === "\r") {
      if (at + 1 >= text.length) return undefined;
      return { values, end: text.charAt(at + 1) === "\n" ? at + 2 : at + 1 };
    } else throw new SyntaxError(`unexpected ${JSON.stringify(text.slice(at, at + 20))} behind a quote`);
  }
}

/** The rows of a CSV file with headings, as `\copy … csv header` writes it; the table is the name of the file. */
export async function* readCsv(
  path: string,
  table: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<DumpRow> {
  const pieces = openPieces(path, onBytes);
  let columns: readonly string[] | undefined;
  let separator = ",";
  let bare: Bare = NOTHING;
  let at = 0;
  let isEnd = false;
  try {
    for (;;) {
      const text = pieces.text();
      if (isEnd && at >= text.length) return;
      if (!columns && text !== "") {
        separator = separatorOf(text);
        bare = bareOf(text, separator);
      }
      const record = at < text.length ? recordAt(pieces, at, separator, bare, table) : undefined;
      if (!record) {
        if (isEnd)
          throw pieces.wrong(
            `the file ends in the middle of a row of ${table}: it was cut off; make it again`,
          );
        pieces.drop(at);
        at = 0;
        if (await pieces.more()) continue;
        isEnd = true;
        // The last line need not have an end.
        if (!/[\n\r]$/.test(pieces.text())) {
          const last = readRecord(`${pieces.text()}\n`, 0, separator, bare);
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

function recordAt(pieces: Pieces, at: number, separator: string, bare: Bare, table: string) {
  try {
    return readRecord(pieces.text(), at, separator, bare);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw pieces.wrong(
      `a row of ${table} cannot be read: ${error.message}; quotes within a text must be doubled, as \\copy … csv header does`,
      at,
    );
  }
}

/** Throws SyntaxError for a first line that names none of the columns of the table. */
function headingsOf(pieces: Pieces, table: string, values: readonly Value[]): readonly string[] {
  const names = values.map((name) => (name ?? "").replace(/^\ufeff/, "").trim());
  const known = knownTable(table);
  if (known && !names.some((name) => known.columns.includes(name)))
    throw pieces.wrong(
      `the first line of ${table} must name its columns; write the file with headings, or make a folder with mysqldump --tab`,
    );
  return names;
}

/** Looks through the records that are read already. */
function bareOf(text: string, separator: string): Bare {
  if (separator === "\t") return WORDS;
  let hasNothing = false;
  const look: Bare = (cell) => {
    hasNothing ||= cell === "";
    return cell;
  };
  try {
    for (let at = 0; !hasNothing && at < text.length; )
      at = readRecord(text, at, separator, look)?.end ?? text.length;
  } catch {
    // Told with its line when it is that row's turn.
  }
  return hasNothing ? NOTHING : WORDS;
}

function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\n\r]|$/));
  return [",", ";", "\t"].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ",";
}
