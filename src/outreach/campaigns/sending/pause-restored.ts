import { typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import * as sql from "./sending.sql.ts";

/**
 * Pauses the running campaigns of a company file that is restored to an earlier moment, and removes the start time of
 * campaigns that are due. The replaced machine continued them after that moment, so people could get messages twice. A
 * user resumes them. Returns the number of campaigns.
 */
export function pauseRestoredCampaigns(path: string, nowMs: number): number {
  const client = openDatabase(path, { durability: "full" });
  try {
    const db = typed(client);
    const paused = queryAll(db, sql.pauseAll, { now: nowMs, reason: "manual" }).length;
    // Recipients with a queued message fail with the code of the message. A user's retry of the message still counts for the
    // campaign.
    execute(db, sql.failQueued, { reason: "ERR_RESTORED" });
    return paused + execute(db, sql.unscheduleDue, { now: nowMs }).changes;
  } finally {
    client.close();
  }
}
