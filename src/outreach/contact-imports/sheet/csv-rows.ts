const SEPARATORS = [";", ",", "\t", "|"] as const;

/** The rows of a CSV text, one by one; quotes, quoted line ends and `sep=` lines are understood. */
export function* csvRows(text: string): Generator<string[]> {
  const told = /^\ufeff?sep=(.)\r?\n/i.exec(text);
  const body = told ? text.slice(told[0].length) : text.replace(/^\ufeff/, "");
  const separator = told?.[1] ?? separatorOf(body);
  let row: string[] = [];
  let at = 0;
  while (at < body.length) {
    const [cell, end] = body[at] === '"' ? quoted(body, at, separator) : plain(body, at, separator);
    row.push(cell);
    const next = body[end];
    at = end + 1;
    if (next === separator) {
      if (at >= body.length) row.push("");
      continue;
    }
    if (next === "\r" && body[at] === "\n") at += 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

/** The one that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, 100_000))?.[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ";";
}

/** A cell and the place of what ends it. */
function plain(text: string, start: number, separator: string): [string, number] {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return [text.slice(start, end), end];
}

function quoted(text: string, start: number, separator: string): [string, number] {
  let cell = "";
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return [cell + text.slice(at), text.length];
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') {
      // What stands between the quote and the separator belongs to nobody; it is kept.
      const [rest, stop] = plain(text, end + 1, separator);
      return [cell + rest, stop];
    }
    cell += '"';
    at = end + 2;
  }
}
