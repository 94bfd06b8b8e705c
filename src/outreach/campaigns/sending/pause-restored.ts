import { typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import * as sql from "./sending.sql.ts";

/**
 * Pauses the running campaigns of a company file that is restored to an earlier moment, and takes back the start of those that
 * are due: they went on after that moment and would reach people twice. A user resumes them. Returns how many.
 */
export function pauseRestoredCampaigns(path: string, nowMs: number): number {
  const client = openDatabase(path, { durability: "full" });
  try {
    const db = typed(client);
    const paused = queryAll(db, sql.pauseAll, { now: nowMs, reason: "manual" }).length;
    // Their messages fail with the same code; a retry of a message counts for the campaign.
    execute(db, sql.failQueued, { reason: "ERR_RESTORED" });
    return paused + execute(db, sql.unscheduleDue, { now: nowMs }).changes;
  } finally {
    client.close();
  }
}
