import { eq } from "drizzle-orm";
import { noPermission, notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { broadcastAnnouncement, broadcastDeletion } from "./broadcasts.ts";
import type { AnnouncementBody, UpdateAnnouncementBody } from "./contract.ts";
import { removePicture } from "./picture-store.ts";
import { findAnnouncement } from "./queries.ts";
import { type Announcement, announcement } from "./schema.ts";

/** Announcements belong to the provider, not to the caller's company. Throws 403 ERR_NO_PERMISSION. */
export function requireProvider({ tenant, actor }: UserCtx): Installation {
  if (!actor.super) throw noPermission();
  return tenant.installation;
}

/** Super users create announcements; active ones are broadcast to every company. Throws 403 ERR_NO_PERMISSION. */
export function createAnnouncement(ctx: UserCtx, { status, ...fields }: AnnouncementBody): Announcement {
  const installation = requireProvider(ctx);
  const now = installation.clock.now();
  const row = ctx.tenant.writeSystem(() =>
    installation.system
      .insert(announcement)
      .values({ ...fields, active: status, createdAt: now, updatedAt: now })
      .returning()
      .get(),
  );
  broadcastAnnouncement(installation, row, null);
  return row;
}

/** Absent fields keep their value. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND. */
export function updateAnnouncement(
  ctx: UserCtx,
  id: number,
  { status, ...fields }: UpdateAnnouncementBody,
): Announcement {
  const changes = status === undefined ? fields : { ...fields, active: status };
  return change(ctx, id, changes);
}

type Changes = { readonly [Field in keyof Announcement]?: Announcement[Field] | undefined };

/** Changes fields of one announcement and broadcasts it. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND. */
export function change(ctx: UserCtx, id: number, changes: Changes): Announcement {
  const installation = requireProvider(ctx);
  const before = findAnnouncement(installation.system, id);
  const row = ctx.tenant.writeSystem(() =>
    installation.system
      .update(announcement)
      .set({ ...changes, updatedAt: installation.clock.now() })
      .where(eq(announcement.id, id))
      .returning()
      .get(),
  );
  if (!row || !before) throw notFound();
  broadcastAnnouncement(installation, row, before);
  return row;
}

/** Deletes an announcement with its picture and read entries. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND. */
export function deleteAnnouncement(ctx: UserCtx, id: number): void {
  const installation = requireProvider(ctx);
  const row = findAnnouncement(installation.system, id);
  if (!row) throw notFound();
  ctx.tenant.writeSystem(() => installation.system.delete(announcement).where(eq(announcement.id, id)).run());
  removePicture(installation, row.mediaPath);
  broadcastDeletion(installation, id);
}
