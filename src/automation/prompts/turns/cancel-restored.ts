import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./rows.sql.ts";

/**
 * Cancels the unfinished answers of the AI in a company file that is restored to an earlier moment: the customer may have them
 * already. The customer's next message begins a new one. Returns how many.
 */
export const cancelRestoredTurns = (db: Db, now: number): number =>
  execute(db, sql.cancelRestored, { now }).changes;
