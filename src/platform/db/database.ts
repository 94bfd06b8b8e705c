import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { prepared, type Sqlite } from "./open.ts";

/** Typed queries; `$client` is the bare handle for hand-written hot statements. */
export type Db = BetterSQLite3Database & { readonly $client: Sqlite };

/** The typed face of an open handle. */
export function typed(client: Sqlite): Db {
  return drizzle({ client });
}

type Bindings = readonly (string | number | bigint | null | Uint8Array)[];

const numbered = new Map<string, boolean>();

/** The driver takes `?` in order, but `?1`, `?2` only by name. */
function arranged(text: string, bindings: Bindings): readonly unknown[] {
  let byName = numbered.get(text);
  if (byName === undefined) {
    byName = /\?\d/.test(text);
    numbered.set(text, byName);
  }
  return byName ? [Object.fromEntries(bindings.map((value, index) => [index + 1, value]))] : bindings;
}

/** First row of a constant SQL text, or undefined. For hot reads; the text is prepared and planned once. */
export function one<Row>(db: Db, text: string, ...bindings: Bindings): Row | undefined {
  return prepared(db.$client, text).get(...arranged(text, bindings)) as Row | undefined;
}

/** All rows of a constant SQL text. */
export function all<Row>(db: Db, text: string, ...bindings: Bindings): Row[] {
  return prepared(db.$client, text).all(...arranged(text, bindings)) as Row[];
}

/** Runs a constant SQL text; answers how many rows changed and the last row id. */
export function run(db: Db, text: string, ...bindings: Bindings): { changes: number; id: number } {
  const result = prepared(db.$client, text).run(...arranged(text, bindings));
  return { changes: result.changes, id: Number(result.lastInsertRowid) };
}

/** Several writes of one database that hold together or not at all; synchronous. Companies have `tenant.write`. */
export const together = <T>(db: Db, work: () => T): T => db.$client.transaction(work)();
