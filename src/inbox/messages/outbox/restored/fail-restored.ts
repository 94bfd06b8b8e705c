import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./fail-restored.sql.ts";

/** Error code: the send waited at the restored moment, so the replaced machine may have sent it. */
const RESTORED = "ERR_RESTORED";

/**
 * Fails the unfinished sends of a company file that is restored to an earlier moment (docs/rules/messages.md#restored). A user
 * may retry each of them. An edit, deletion or reaction is not reverted in the conversation. Returns how many messages failed.
 */
export function failRestoredSends(db: Db, now: number): number {
  const { changes } = execute(db, sql.failMessages, { error: RESTORED, now });
  execute(db, sql.failRows, { error: RESTORED });
  return changes;
}
