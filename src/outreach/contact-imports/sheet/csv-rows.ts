import { readRecord } from "#platform/csv-record.ts";

const SEPARATORS = [";", ",", "\t", "|"] as const;

/** The rows of a CSV text, one by one. Reads quotes, quoted line ends and `sep=` lines. */
export function* csvRows(text: string): Generator<readonly string[]> {
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

/** The most frequent one of the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, 100_000))?.[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ";";
}
