import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";

/**
 * Called for a company file that is restored to an earlier moment. Marks the runs whose step was due or being sent: the replaced
 * machine may have sent the step, so the run ends as too late (docs/rules/follow-ups.md#times). Returns how many.
 */
export const markRestoredFollowUps = (db: Db, now: number): number =>
  execute(db, sql.markDue, { now }).changes;
