import type { Dialect } from "./literal.ts";

const CREATE = /^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)\s*\(([\s\S]*)\)/i;
/** What may hide commas and parentheses: texts and comments. */
const HIDDEN: Readonly<Record<Dialect, RegExp>> = {
  postgres: /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g,
  mysql: /'(?:[^'\\]|''|\\[\s\S])*'|--[^\n]*|\/\*[\s\S]*?\*\//g,
};
const NAME = /^(?:([`"])(.+?)\1|(\w+))\s/;
/** What a line without quotes begins with that is no column; `key` is one in PostgreSQL. */
const NO_COLUMN: Readonly<Record<Dialect, RegExp>> = {
  postgres: /^(?:PRIMARY|UNIQUE|CONSTRAINT|FOREIGN|CHECK|EXCLUDE|LIKE)$/i,
  mysql: /^(?:PRIMARY|UNIQUE|CONSTRAINT|FOREIGN|CHECK|LIKE|KEY|INDEX|FULLTEXT|SPATIAL|PERIOD)$/i,
};

/** The last part of a name, without quotes: `public."Tickets"` is `Tickets`. */
export const nameOf = (written: string): string => (written.split(".").at(-1) ?? "").replace(/["`]/g, "");

/** The table that a statement makes and its columns in their order; undefined for any other statement. */
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
