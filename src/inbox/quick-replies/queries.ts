import { and, asc, count, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as statements from "./quick-replies.sql.ts";
import { type QuickReply, quickReply } from "./schema.ts";

/** Returns undefined when the company has no quick reply with this id; the caller must check the permission. */
export const findQuickReply = (db: Db, id: number): QuickReply | undefined =>
  db.select().from(quickReply).where(eq(quickReply.id, id)).get();

/**
 * Selects the quick replies of the owner (`userId`) and the shared ones; `search` is text without case and accents, ""
 * = all.
 */
export interface Wanted {
  readonly userId: number;
  readonly search: string;
  readonly activeOnly?: boolean;
}

const matching = ({ userId, search, activeOnly }: Wanted): SQL | undefined =>
  and(
    or(eq(quickReply.shared, true), and(eq(quickReply.shared, false), eq(quickReply.userId, userId))),
    activeOnly ? eq(quickReply.active, true) : undefined,
    search === ""
      ? undefined
      : sql`(instr(fold(${quickReply.shortcode}), ${search}) > 0 OR instr(fold(${quickReply.message}), ${search}) > 0)`,
  );

/** Sorted by shortcode; a user's own quick reply comes before a shared one with the same shortcode. */
export const listQuickReplies = (db: Db, wanted: Wanted, limit: number, offset = 0): readonly QuickReply[] =>
  db
    .select()
    .from(quickReply)
    .where(matching(wanted))
    .orderBy(asc(quickReply.shortcode), asc(quickReply.shared), asc(quickReply.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countQuickReplies = (db: Db, wanted: Wanted): number =>
  db.select({ n: count() }).from(quickReply).where(matching(wanted)).get()?.n ?? 0;

/** Returns the unshared quick replies of a user. */
export const privateOnesOf = (db: Db, userId: number): readonly QuickReply[] =>
  db
    .select()
    .from(quickReply)
    .where(and(eq(quickReply.shared, false), eq(quickReply.userId, userId)))
    .all();

/** Returns owner and scope of the quick reply that has this file. */
export function ownerOfFile(db: Db, fileId: number): Pick<QuickReply, "shared" | "userId"> | undefined {
  const found = queryOne(db, statements.repliesByFile, { mediaId: fileId });
  return found && { shared: found.shared === 1, userId: found.userId };
}
