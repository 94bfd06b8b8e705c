import { and, eq } from "drizzle-orm";
import { execute } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { AnnouncementAnswer, ListedAnnouncement, UnreadAnswer } from "./contract.ts";
import { canSee } from "./policy.ts";
import { presentAnnouncement } from "./present.ts";
import { countAnnouncements, countUnread, findAnnouncement, listAnnouncements } from "./queries.ts";
import * as sql from "./read.sql.ts";
import { announcementRead } from "./schema.ts";

export interface PageWanted {
  readonly searchParam: string;
  readonly pageNumber: number;
  readonly active?: string | undefined;
}

/**
 * A page sorted by priority, then newest: all users see active announcements, super users see all (docs/rules/team.md#announcements).
 */
export function pageOfAnnouncements(ctx: UserCtx, { searchParam, pageNumber, active }: PageWanted) {
  const wanted = { search: fold(searchParam), onlyActive: !ctx.actor.super || active === "true" };
  const total = countAnnouncements(ctx.tenant.installation.system, wanted);
  const { rows, ...page } = pageOfRows(total, pageNumber, (limit, offset) =>
    listAnnouncements(ctx, wanted, limit, offset),
  );
  const records: ListedAnnouncement[] = rows.map((row) => ({
    ...presentAnnouncement(row),
    read: Boolean(row.read),
  }));
  return { records, ...page };
}

/** Throws 404 ERR_NOT_FOUND, also for an inactive announcement that this user may not see. */
export function readAnnouncement(ctx: UserCtx, id: number): AnnouncementAnswer {
  const row = findAnnouncement(ctx.tenant.installation.system, id);
  if (!row || !canSee(ctx.actor, row)) throw notFound();
  return presentAnnouncement(row);
}

export const unreadOf = (ctx: UserCtx): UnreadAnswer => ({ unread: countUnread(ctx) });

/** Records that this user has opened an announcement; repeated calls change nothing. Throws 404 ERR_NOT_FOUND. */
export function markRead(ctx: UserCtx, id: number): UnreadAnswer {
  readAnnouncement(ctx, id);
  ctx.tenant.installation.system
    .insert(announcementRead)
    .values({ companyId: ctx.tenant.id, userId: ctx.actor.id, announcementId: id })
    .onConflictDoNothing()
    .run();
  return unreadOf(ctx);
}

/** Marks all current announcements as read by this user. */
export function markAllRead(ctx: UserCtx): UnreadAnswer {
  const { id: companyId, installation } = ctx.tenant;
  execute(installation.system, sql.markAllRead, { companyId, userId: ctx.actor.id });
  return unreadOf(ctx);
}

/** Deletes the read entries of a deleted user. */
export function forgetReader({ system }: Installation, companyId: number, userId: number): void {
  system
    .delete(announcementRead)
    .where(and(eq(announcementRead.companyId, companyId), eq(announcementRead.userId, userId)))
    .run();
}
