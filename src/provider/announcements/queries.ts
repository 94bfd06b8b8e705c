import { and, asc, count, desc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { type Announcement, announcement, announcementRead } from "./schema.ts";

/** Filter; `search` is text without case and accents, "" = all. */
export interface AnnouncementFilter {
  readonly search: string;
  readonly onlyActive: boolean;
}

const found = (column: typeof announcement.title | typeof announcement.text, search: string) =>
  sql`instr(fold(${column}), ${search}) > 0`;
const matching = ({ search, onlyActive }: AnnouncementFilter): SQL | undefined =>
  and(
    onlyActive ? eq(announcement.active, true) : undefined,
    search === "" ? undefined : or(found(announcement.title, search), found(announcement.text, search)),
  );
const readBy = ({ tenant, actor }: UserCtx) => sql<number>`EXISTS (SELECT 1 FROM ${announcementRead}
  WHERE ${announcementRead.companyId} = ${tenant.id} AND ${announcementRead.userId} = ${actor.id}
    AND ${announcementRead.announcementId} = ${announcement.id})`;

export const findAnnouncement = (system: Db, id: number): Announcement | undefined =>
  system.select().from(announcement).where(eq(announcement.id, id)).get();

/** Sorted by priority, then newest first; each row has whether the caller has opened it. */
export const listAnnouncements = (ctx: UserCtx, wanted: AnnouncementFilter, limit: number, offset: number) =>
  ctx.tenant.installation.system
    .select({ ...getTableColumns(announcement), read: readBy(ctx) })
    .from(announcement)
    .where(matching(wanted))
    .orderBy(asc(announcement.priority), desc(announcement.createdAt), desc(announcement.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countAnnouncements = (system: Db, wanted: AnnouncementFilter): number =>
  system.select({ n: count() }).from(announcement).where(matching(wanted)).get()?.n ?? 0;

/** Number of active announcements that the caller has not opened. */
export const countUnread = (ctx: UserCtx): number =>
  ctx.tenant.installation.system
    .select({ n: count() })
    .from(announcement)
    .where(and(eq(announcement.active, true), sql`NOT ${readBy(ctx)}`))
    .get()?.n ?? 0;
