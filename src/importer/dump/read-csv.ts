import { openPieces } from "./pieces.ts";
import type { DumpRow } from "./read-sql.ts";
import type { Value } from "./values.ts";

/** A record and where the text goes on; undefined when the text ends before it does. */
export function readRecord(
  text: string,
  from: number,
  separator: string,
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
      const bare = /[^\n\r]*?(?=[\n\r]|$)/y;
      const stop = text.indexOf(separator, at);
      bare.lastIndex = at;
      const line = at + (bare.exec(text)?.[0].length ?? 0);
      const end = stop >= 0 && stop < line ? stop : line;
      if (end >= text.length) return undefined;
      const value = text.slice(at, end);
      // Without quotes: `\copy … csv` writes NULL as nothing, others as \N or NULL.
      values.push(value === "" || value === "\\N" || value === "NULL" ? null : value);
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
  let at = 0;
  let isEnd = false;
  try {
    for (;;) {
      const text = pieces.text();
      if (isEnd && at >= text.length) return;
      if (!columns && text !== "") separator = separatorOf(text);
      const record = at < text.length ? readRecord(text, at, separator) : undefined;
      if (!record) {
        if (isEnd) throw new SyntaxError(`the file of ${table} ends in the middle of a row`);
        pieces.drop(at);
        at = 0;
        if (await pieces.more()) continue;
        isEnd = true;
        // The last line need not have an end.
        if (!/[\n\r]$/.test(pieces.text())) {
          const last = readRecord(`${pieces.text()}\n`, 0, separator);
          if (last && columns && pieces.text() !== "") yield { table, columns, values: last.values };
          return;
        }
        continue;
      }
      at = record.end;
      const isBlank = record.values.length === 1 && record.values[0] === null;
      if (!columns) columns = record.values.map((name) => (name ?? "").replace(/^\ufeff/, "").trim());
      else if (!isBlank) yield { table, columns, values: record.values };
    }
  } finally {
    pieces.close();
  }
}

function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\n\r]|$/));
  return [",", ";", "\t"].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ",";
}
