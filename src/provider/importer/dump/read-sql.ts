import { createdTable, createTableCheck, nameOf } from "./create-table.ts";
import { type Dialect, readCopyLine, readTuple, skipStatement } from "./literal.ts";
import { openPieces, type Pieces } from "./pieces.ts";
import type { Value } from "./values.ts";

/** A row of a dump with the names of its columns. */
export interface DumpRow {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly Value[];
}

const COPY = /^COPY\s+(?:ONLY\s+)?([^\s(]+)\s*(?:\(([^)]*)\)\s+)?FROM\s+stdin[^\n]*;\r?$/i;
const INSERT =
  /^(?:INSERT|REPLACE)(?:\s+IGNORE)?\s+INTO\s+([^\s(]+)\s*(?:\(([^)]*)\)\s*)?(?:OVERRIDING\s+\w+\s+VALUE\s+)?VALUES\s*(?=\()/i;
/** Text that only MySQL, MariaDB and their tools write. */
const MYSQL = /^(?:\/\*M?!\d{5,6}|-- (?:MySQL|MariaDB) dump|-- phpMyAdmin)/im;
/** First and last line of a complete dump. */
const BEGINS = /^-- (?:PostgreSQL database dump$|(?:MySQL|MariaDB) dump )/;
const ENDS = /^-- (?:PostgreSQL database dump complete|Dump completed)/;
/** Switches to another database: `\connect` of pg_dumpall, `USE` of mysqldump. */
const CONNECT = /^\\connect\s+(?:-\S+\s+)*(.+?)\s*$/i;
const USE = /^USE\s+`?([^`;\s]+)/i;
/** Number of characters of a statement that decide whether it is imported. */
const HEAD = 65_536;

const namesOf = (list: string): readonly string[] => list.split(",").map((name) => nameOf(name.trim()));

/**
 * Reads the rows of a dump of PostgreSQL (`COPY` or `INSERT`) or MySQL piece by piece, in the order of the file. Other
 * statements are skipped. Throws SyntaxError with file, line and table when a row cannot be read.
 */
export async function* readSql(path: string, onBytes: (bytes: number) => void): AsyncGenerator<DumpRow> {
  const pieces = openPieces(path, onBytes);
  const tables = new Map<string, readonly string[]>();
  const tableCheck = createTableCheck(pieces);
  let dialect: Dialect | undefined;
  let isWhole = true;
  try {
    for (;;) {
      const start = pieces.text().search(/[^\s;]/);
      pieces.drop(start < 0 ? pieces.text().length : start);
      if (pieces.text().length < HEAD && (await pieces.more())) continue;
      const text = pieces.text();
      if (text === "" && isWhole) return;
      if (text === "")
        throw pieces.wrong(
          "the last line of a dump is missing: the file was cut off or the dump program failed; dump it again",
        );
      dialect ??= MYSQL.test(text.slice(0, HEAD)) ? "mysql" : "postgres";
      if (text.startsWith("--") || text.startsWith("#") || text.startsWith("\\")) {
        const line = (await takeLine(pieces)).trimEnd();
        const [, database] = CONNECT.exec(line) ?? [];
        if (database !== undefined) tableCheck.enter(database);
        if (BEGINS.test(line)) isWhole = false;
        else if (ENDS.test(line)) isWhole = true;
        continue;
      }
      if (text.startsWith("/*")) {
        await takeTo(pieces, "*/");
        continue;
      }
      if (/^COPY\s/i.test(text)) {
        const [, written, list] = COPY.exec(text.slice(0, text.indexOf("\n"))) ?? [];
        if (written !== undefined) {
          const columns = list === undefined ? tables.get(nameOf(written)) : namesOf(list);
          tableCheck.check(written, columns);
          await takeLine(pieces);
          yield* copied(pieces, nameOf(written), columns ?? []);
          continue;
        }
      }
      const insert = INSERT.exec(text.slice(0, HEAD));
      if (insert) {
        const [head, written = "", list] = insert;
        if (written.startsWith("`")) dialect = "mysql";
        const columns = list === undefined ? tables.get(nameOf(written)) : namesOf(list);
        tableCheck.check(written, columns);
        pieces.drop(head.length);
        yield* inserted(pieces, nameOf(written), columns ?? [], dialect);
        continue;
      }
      const statement = await skipStatement(pieces, dialect, HEAD);
      const [, database] = USE.exec(statement) ?? [];
      if (database !== undefined) tableCheck.enter(database);
      if (/^CREATE\s[^(]*`/i.test(statement)) dialect = "mysql";
      const created = createdTable(statement, dialect);
      if (created) tables.set(created.table, created.columns);
    }
  } finally {
    pieces.close();
  }
}

/** The next line without its end. */
const takeLine = (pieces: Pieces): Promise<string> => takeTo(pieces, "\n");

/** Consumes the text up to and including `end`; returns the part before it. */
async function takeTo(pieces: Pieces, end: string): Promise<string> {
  for (let from = 0; ; ) {
    const at = pieces.text().indexOf(end, from);
    if (at >= 0) {
      const taken = pieces.text().slice(0, at);
      pieces.drop(at + end.length);
      return taken;
    }
    from = Math.max(0, pieces.text().length - end.length + 1);
    if (await pieces.more()) continue;
    const taken = pieces.text();
    pieces.drop(taken.length);
    return taken;
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
    // A block without an end: the file was cut off.
    if (!(await pieces.more())) throw cutOff(pieces, table);
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
    if (!(await pieces.more())) throw cutOff(pieces, table);
  };
  for (;;) {
    const text = pieces.text();
    const tuple = text.charAt(at) === "(" ? tupleAt(pieces, at, table, dialect) : undefined;
    if (!tuple) {
      if (at < text.length && text.charAt(at) !== "(")
        throw pieces.wrong(`a row of ${table} cannot be read`, at);
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
  // `;`, or clauses such as ON CONFLICT DO NOTHING.
  await skipStatement(pieces, dialect, 0);
}

const cutOff = (pieces: Pieces, table: string): SyntaxError =>
  pieces.wrong(
    `the dump ends in the middle of ${table}: the file was cut off; dump it again`,
    pieces.text().length,
  );

function tupleAt(pieces: Pieces, at: number, table: string, dialect: Dialect) {
  try {
    return readTuple(pieces.text(), at, dialect);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw pieces.wrong(`a row of ${table} cannot be read: ${error.message}`, at);
  }
}
