import { readCopyLine } from "./copy.ts";
import { type Dialect, readTuple } from "./literal.ts";
import { openPieces, type Pieces } from "./pieces.ts";
import { skipStatement } from "./statement.ts";
import type { Value } from "./values.ts";

/** A row of a dump with the names of its columns. */
export interface DumpRow {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly Value[];
}

const COPY = /^COPY\s+(?:ONLY\s+)?([^\s(]+)\s*\(([^)]*)\)\s+FROM\s+stdin[^\n]*;\r?$/i;
const INSERT =
  /^(?:INSERT|REPLACE)(?:\s+IGNORE)?\s+INTO\s+([^\s(]+)\s*(?:\(([^)]*)\)\s*)?(?:OVERRIDING\s+\w+\s+VALUE\s+)?VALUES\s*(?=\()/i;
const CREATE = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)\s*\(([\s\S]*)\)/i;
const COLUMN = /^\s*[`"]([^`"]+)[`"]\s/gm;
/** Longest start of a statement that may still turn out to be one that is read. */
const HEAD = 65_536;

/** The last part of a name, without quotes: `public."Tickets"` is `Tickets`. */
const nameOf = (written: string): string => (written.split(".").at(-1) ?? "").replace(/["`]/g, "");
const namesOf = (list: string): readonly string[] => list.split(",").map((name) => nameOf(name.trim()));

/**
 * The rows of a dump of PostgreSQL (`COPY` or `INSERT`) or MySQL, in the order of the file, piece by piece. Other
 * statements are passed over. Throws SyntaxError with the table when a row cannot be read.
 */
export async function* readSql(path: string, onBytes: (bytes: number) => void): AsyncGenerator<DumpRow> {
  const pieces = openPieces(path, onBytes);
  const tables = new Map<string, readonly string[]>();
  let dialect: Dialect = "postgres";
  try {
    for (;;) {
      const start = pieces.text().search(/[^\s;]/);
      pieces.drop(start < 0 ? pieces.text().length : start);
      if (pieces.text().length < HEAD && (await pieces.more())) continue;
      const text = pieces.text();
      if (text === "") return;
      if (text.startsWith("--") || text.startsWith("#") || text.startsWith("\\")) {
        const line = await takeLine(pieces);
        if (/^-- (MySQL|MariaDB) dump/i.test(line)) dialect = "mysql";
        continue;
      }
      if (/^COPY\s/i.test(text)) {
        const [, table = "", columns = ""] = COPY.exec(await takeLine(pieces)) ?? [];
        yield* copied(pieces, nameOf(table), namesOf(columns));
        continue;
      }
      const insert = INSERT.exec(text.slice(0, HEAD));
      if (insert) {
        const [head, written = "", list] = insert;
        if (written.startsWith("`")) dialect = "mysql";
        const table = nameOf(written);
        pieces.drop(head.length);
        yield* inserted(pieces, table, list ? namesOf(list) : (tables.get(table) ?? []), dialect);
        continue;
      }
      const statement = await skipStatement(pieces, dialect, HEAD);
      const [, created = "", body = ""] = CREATE.exec(statement) ?? [];
      if (created) {
        if (created.startsWith("`")) dialect = "mysql";
        tables.set(
          nameOf(created),
          [...body.matchAll(COLUMN)].map(([, name = ""]) => name),
        );
      }
    }
  } finally {
    pieces.close();
  }
}

/** The next line without its end. */
async function takeLine(pieces: Pieces): Promise<string> {
  for (let from = 0; ; ) {
    const end = pieces.text().indexOf("\n", from);
    if (end >= 0) {
      const line = pieces.text().slice(0, end);
      pieces.drop(end + 1);
      return line;
    }
    from = pieces.text().length;
    if (await pieces.more()) continue;
    const line = pieces.text();
    pieces.drop(line.length);
    return line;
  }
}

async function* copied(pieces: Pieces, table: string, columns: readonly string[]): AsyncGenerator<DumpRow> {
  for (;;) {
    const text = pieces.text();
    const end = text.lastIndexOf("\n");
    let from = 0;
    while (from <= end) {
      const next = text.indexOf("\n", from);
      const line = text.charCodeAt(next - 1) === 13 ? text.slice(from, next - 1) : text.slice(from, next);
      from = next + 1;
      if (line === "\\.") {
        pieces.drop(from);
        return;
      }
      yield { table, columns, values: readCopyLine(line) };
    }
    pieces.drop(from);
    // A block without its end: the file was cut off.
    if (!(await pieces.more())) throw new SyntaxError(`the dump ends in the middle of ${table}`);
  }
}

async function* inserted(
  pieces: Pieces,
  table: string,
  columns: readonly string[],
  dialect: Dialect,
): AsyncGenerator<DumpRow> {
  let at = 0;
  const refill = async () => {
    pieces.drop(at);
    at = 0;
    if (!(await pieces.more())) throw new SyntaxError(`the dump ends in the middle of ${table}`);
  };
  for (;;) {
    const text = pieces.text();
    const tuple = text.charAt(at) === "(" ? readTuple(text, at, dialect) : undefined;
    if (!tuple) {
      if (at < text.length && text.charAt(at) !== "(")
        throw new SyntaxError(`a row of ${table} cannot be read`);
      await refill();
      continue;
    }
    at = tuple.end;
    yield { table, columns, values: tuple.values };
    for (;;) {
      const rest = /[^\s,]/g;
      rest.lastIndex = at;
      const next = rest.exec(pieces.text());
      if (next) {
        at = next.index;
        break;
      }
      at = pieces.text().length;
      await refill();
    }
    if (pieces.text().charAt(at) !== "(") break;
  }
  pieces.drop(at);
  // `;`, or words such as ON CONFLICT DO NOTHING.
  await skipStatement(pieces, dialect, 0);
}
