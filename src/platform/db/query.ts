import type { Db } from "./database.ts";
import { prepared, type Statement } from "./open.ts";

/** A value that SQLite stores as it is. Booleans are written as 0 and 1 by the caller. */
export type SqlValue = string | number | bigint | null | Uint8Array;
type Params = Readonly<Record<string, SqlValue>>;
type NoParams = Readonly<Record<never, SqlValue>>;

/** A constant SQL text with named parameters (`:name`); `P` and `Row` exist only for the types. */
export interface Query<P = NoParams, Row = never> {
  /** The text for the driver: each `:name` is a `?`, or `?N` where a read uses a parameter twice. */
  readonly text: string;
  /** The parameters in the order of the text. */
  readonly names: readonly string[];
  readonly isNumbered: boolean;
  readonly types?: { readonly params: P; readonly row: Row };
}

const QUOTED_OR_NAME = /'(?:[^']|'')*'|:([a-z]\w*)/gi;
const IS_READ = /^\s*(?:SELECT|WITH)\b/i;

/**
 * Declares a hand-written statement, in a `*.sql.ts` file. Ordinary statements are written with drizzle (ADR 13). The
 * driver takes as long to bind `:name` from an object as for a small statement, so names become positions. A read
 * that uses a parameter twice keeps its number, because the planner has to know that both are the same value.
 */
export function query<P = NoParams, Row = never>(text: string): Query<P, Row> {
  const places: string[] = [];
  const plain = text.replace(QUOTED_OR_NAME, (found, name?: string) => {
    if (name === undefined) return found;
    places.push(name);
    return "?";
  });
  const names = [...new Set(places)];
  if (!IS_READ.test(text) || names.length === places.length)
    return { text: plain, names: places, isNumbered: false };
  const numbered = text.replace(QUOTED_OR_NAME, (found, name?: string) =>
    name === undefined ? found : `?${names.indexOf(name) + 1}`,
  );
  return { text: numbered, names, isNumbered: true };
}

const MAX_BUILT = 2_000;
const built = new Map<string, Query<Params, unknown>>();

/**
 * A statement whose text is composed of constant pieces, such as the filters of a list. Never put a value into the
 * text. The last 2,000 texts are cached.
 */
export function builtQuery<P = NoParams, Row = never>(text: string): Query<P, Row> {
  let known = built.get(text);
  if (!known) {
    if (built.size >= MAX_BUILT) built.clear();
    known = query<Params, unknown>(text);
    built.set(text, known);
  }
  return known as Query<P, Row>;
}

/** No argument for a statement without parameters. */
type Arguments<P> = keyof P extends never ? readonly [] : readonly [params: P];

function bind<P, Row>(db: Db, { text, names, isNumbered }: Query<P, Row>, [params]: Arguments<P>) {
  const statement: Statement = prepared(db.$client, text);
  const from = (params ?? {}) as Params;
  const values = names.map((name) => {
    const value = from[name];
    if (value === undefined) throw new TypeError(`parameter :${name} is missing in ${text}`);
    return value;
  });
  if (!isNumbered) return { statement, values };
  return { statement, values: [Object.fromEntries(values.map((value, index) => [index + 1, value]))] };
}

/** The first row of the result, or undefined. */
export function queryOne<P, Row>(
  db: Db,
  wanted: Query<P, Row>,
  ...params: Arguments<NoInfer<P>>
): Row | undefined {
  const { statement, values } = bind(db, wanted, params);
  return statement.get(...values) as Row | undefined;
}

/** All rows of the result. */
export function queryAll<P, Row>(db: Db, wanted: Query<P, Row>, ...params: Arguments<NoInfer<P>>): Row[] {
  const { statement, values } = bind(db, wanted, params);
  return statement.all(...values) as Row[];
}

/** Runs a statement that returns no rows. `id` is the row id of the last inserted row. */
export function execute<P>(
  db: Db,
  wanted: Query<P>,
  ...params: Arguments<NoInfer<P>>
): { readonly changes: number; readonly id: number } {
  const { statement, values } = bind(db, wanted, params);
  const { changes, lastInsertRowid } = statement.run(...values);
  return { changes, id: Number(lastInsertRowid) };
}
