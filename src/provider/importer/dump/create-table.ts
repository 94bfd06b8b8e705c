import type { Dialect } from "./literal.ts";
import type { Pieces } from "./pieces.ts";
import { knownTable } from "./tables.ts";

const CREATE = /^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)\s*\(([\s\S]*)\)/i;
/** Texts and comments: commas and parentheses in them do not count. */
const HIDDEN: Readonly<Record<Dialect, RegExp>> = {
  postgres: /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g,
  mysql: /'(?:[^'\\]|''|\\[\s\S])*'|--[^\n]*|\/\*[\s\S]*?\*\//g,
};
const NAME = /^(?:([`"])(.+?)\1|(\w+))\s/;
/** First word of an unquoted line that defines no column; `key` is a column name in PostgreSQL. */
const NO_COLUMN: Readonly<Record<Dialect, RegExp>> = {
  postgres: /^(?:PRIMARY|UNIQUE|CONSTRAINT|FOREIGN|CHECK|EXCLUDE|LIKE)$/i,
  mysql: /^(?:PRIMARY|UNIQUE|CONSTRAINT|FOREIGN|CHECK|LIKE|KEY|INDEX|FULLTEXT|SPATIAL|PERIOD)$/i,
};

/** The last part of a name, without quotes: `public."Tickets"` is `Tickets`. */
export const nameOf = (written: string): string => (written.split(".").at(-1) ?? "").replace(/["`]/g, "");

/** The table that a CREATE TABLE creates, and its columns in their order; undefined for any other statement. */
export function createdTable(
  statement: string,
  dialect: Dialect,
): { readonly table: string; readonly columns: readonly string[] } | undefined {
  const [, written, body = ""] = CREATE.exec(statement) ?? [];
  if (written === undefined) return undefined;
  const columns: string[] = [];
  for (const part of partsOf(body.replace(HIDDEN[dialect], " "))) {
    const [, quote, quoted, bare] = NAME.exec(`${part.trim()} `) ?? [];
    const name = quote ? quoted : bare;
    if (name !== undefined && (quote || !NO_COLUMN[dialect].test(name))) columns.push(name);
  }
  return { table: nameOf(written), columns };
}

/** Splits at the commas outside parentheses: `varchar(10), decimal(10,2)` are two. */
function partsOf(body: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: found, index } of body.matchAll(/[(),]/g)) {
    if (found === "(") depth += 1;
    else if (found === ")") depth -= 1;
    else if (depth === 0) {
      parts.push(body.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, body.slice(from)];
}

/** Rejects dumps that mix two installations, and rows without known columns. */
export function createTableCheck(pieces: Pieces) {
  /** Database and schema in which each table was found. */
  const schemas = new Map<string, string>();
  let database = "";
  return {
    /** The dump switches to another database. */
    enter(name: string) {
      database = name;
    },
    /** Rows of a table follow, whose name is as written in the dump. Throws SyntaxError. */
    check(written: string, columns: readonly string[] | undefined) {
      const table = nameOf(written);
      if (!knownTable(table)) return;
      const schema = [database, ...written.split(".").slice(0, -1)].filter(Boolean).join(".");
      const first = schemas.get(table) ?? schema;
      if (first !== schema)
        throw pieces.wrong(`there is a table ${table} in ${first} and in ${schema}; dump one of them alone`);
      schemas.set(table, schema);
      if (columns === undefined)
        throw pieces.wrong(
          `the dump does not name the columns of ${table}; dump it again together with its tables (not only the data), or name the columns: pg_dump --column-inserts, mysqldump --complete-insert`,
        );
    },
  };
}
