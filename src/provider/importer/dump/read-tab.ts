import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createdTable } from "./create-table.ts";
import { MYSQL_ESCAPES } from "./literal.ts";
import { openPieces } from "./pieces.ts";
import type { DumpRow } from "./read-sql.ts";
import type { Value } from "./values.ts";

const ESCAPE = /\\([\s\S])/g;

/** Index of the next unescaped `mark`; -1 when there is none. */
function plain(text: string, mark: string, from: number): number {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && text.charAt(at - 1 - slashes) === "\\") slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

const decoded = (cell: string): Value =>
  cell === "\\N" ? null : cell.replace(ESCAPE, (_, what: string) => MYSQL_ESCAPES[what] ?? what);

/** Returns the values of one line as MySQL's `INTO OUTFILE` writes it. */
function readTabLine(line: string): readonly Value[] {
  if (!line.includes("\\")) return line.split("\t");
  const values: Value[] = [];
  for (let from = 0; ; ) {
    const tab = plain(line, "\t", from);
    values.push(decoded(line.slice(from, tab < 0 ? undefined : tab)));
    if (tab < 0) return values;
    from = tab + 1;
  }
}

/** Reads the rows of a `.txt` of `mysqldump --tab`; the `.sql` file of the same name defines the columns. */
export async function* readTab(
  path: string,
  definition: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<DumpRow> {
  const sql = readFileSync(definition, "utf8");
  const created = createdTable(sql.slice(Math.max(0, sql.search(/^CREATE\s+TABLE/im))), "mysql");
  if (!created) throw new SyntaxError(`${basename(definition)} does not list the columns of the table`);
  const { table, columns } = created;
  const pieces = openPieces(path, onBytes);
  try {
    for (;;) {
      const text = pieces.text();
      let at = 0;
      for (let end = plain(text, "\n", 0); end >= 0; end = plain(text, "\n", at)) {
        yield { table, columns, values: readTabLine(text.slice(at, end)) };
        at = end + 1;
      }
      pieces.drop(at);
      if (await pieces.more()) continue;
      if (pieces.text() !== "")
        throw pieces.wrong(`the file ends in the middle of a row of ${table}: it was cut off; dump it again`);
      return;
    }
  } finally {
    pieces.close();
  }
}
