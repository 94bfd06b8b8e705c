import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./hold-restored.sql.ts";

/** Error code: the message was due before the restore, so the replaced machine may have sent it. */
export const RESTORED = "ERR_RESTORED";

/**
 * Marks the due messages of a company file that is restored to an earlier moment (docs/rules/scheduled-messages.md#restored): their
 * next claim marks them as failed and continues their series. Returns the number of messages.
 */
export const markRestoredSchedules = (db: Db, now: number): number =>
  execute(db, sql.markDue, { error: RESTORED, now }).changes;
