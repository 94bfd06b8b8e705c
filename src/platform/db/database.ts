import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { prepared, type Sqlite, type Statement } from "./open.ts";

/** Typed queries; `$client` is the bare handle for hand-written hot statements. */
export type Db = BetterSQLite3Database & { readonly $client: Sqlite };

/** Wraps an open handle for typed queries. */
export function typed(client: Sqlite): Db {
  return drizzle({ client });
}

type Bindings = readonly (string | number | bigint | null | Uint8Array)[];

/** How a SQL text gets its bindings: in the given order, by number, or the bindings at these positions. */
interface Taken {
  readonly text: string;
  readonly by: "order" | "number" | readonly number[];
}
const taken = new Map<string, Taken>();

/**
 * The driver binds `?1`, `?2` by name, which takes as long as a small statement; so they become `?`. A read that uses
 * a number twice stays unchanged, because SQLite may have to know that both are the same value.
 */
function takenBy(text: string): Taken {
  const places: number[] = [];
  const plain = text.replace(/'(?:[^']|'')*'|\?(\d+)/g, (found, place?: string) => {
    if (place === undefined) return found;
    places.push(Number(place) - 1);
    return "?";
  });
  if (places.length === 0) return { text, by: "order" };
  const reads = /^\s*(?:SELECT|WITH)/i.test(text);
  if (reads && new Set(places).size < places.length) return { text, by: "number" };
  return { text: plain, by: places };
}

function statementOf(db: Db, text: string, bindings: Bindings): [Statement, readonly unknown[]] {
  let known = taken.get(text);
  if (!known) {
    known = takenBy(text);
    taken.set(text, known);
  }
  const { by } = known;
  const statement = prepared(db.$client, known.text);
  if (by === "order") return [statement, bindings];
  if (by !== "number") return [statement, by.map((place) => bindings[place])];
  return [statement, [Object.fromEntries(bindings.map((value, index) => [index + 1, value]))]];
}

/** First row of a constant SQL text, or undefined. For hot reads; the text is prepared and planned once. */
export function one<Row>(db: Db, text: string, ...bindings: Bindings): Row | undefined {
  const [statement, values] = statementOf(db, text, bindings);
  return statement.get(...values) as Row | undefined;
}

/** All rows of a constant SQL text. */
export function all<Row>(db: Db, text: string, ...bindings: Bindings): Row[] {
  const [statement, values] = statementOf(db, text, bindings);
  return statement.all(...values) as Row[];
}

/** Runs a constant SQL text; returns the number of changed rows and the last row id. */
export function run(db: Db, text: string, ...bindings: Bindings): { changes: number; id: number } {
  const [statement, values] = statementOf(db, text, bindings);
  const result = statement.run(...values);
  return { changes: result.changes, id: Number(result.lastInsertRowid) };
}

/** Runs several writes of one database in one transaction; synchronous. Companies have `tenant.write`. */
export const transaction = <T>(db: Db, work: () => T): T => db.$client.transaction(work)();

/** Whether the database can be read. For readiness checks; throws when the file cannot be read at all. */
export const isReadable = (db: Db): boolean => one(db, "SELECT 1") !== undefined;
