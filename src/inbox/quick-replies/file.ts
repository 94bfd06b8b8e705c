import { eq } from "drizzle-orm";
import { receiveAttachment, removeMediaFile } from "#channels/media/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { writableQuickReply } from "./access.ts";
import { saved } from "./save.ts";
import { type QuickReply, quickReply } from "./schema.ts";

/**
 * Sets the file of a quick reply and removes the previous one. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, and the
 * errors of `receiveAttachment`.
 */
export async function attachFile(ctx: UserCtx, id: number, request: Request): Promise<QuickReply> {
  // Permission is checked before the upload is read.
  writableQuickReply(ctx, id);
  return receiveAttachment(ctx.tenant, request, (unit, fileId) => {
    const before = writableQuickReply(ctx, id, unit.db);
    unit.db
      .update(quickReply)
      .set({ mediaId: fileId, updatedAt: unit.now })
      .where(eq(quickReply.id, id))
      .run();
    if (before.mediaId !== null) removeMediaFile(unit, before.mediaId);
    return saved(unit, before, id);
  });
}

/** Removes the file of a quick reply, if any. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION. */
export function detachFile(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const before = writableQuickReply(ctx, id, unit.db);
    if (before.mediaId === null) return;
    unit.db.update(quickReply).set({ mediaId: null, updatedAt: unit.now }).where(eq(quickReply.id, id)).run();
    removeMediaFile(unit, before.mediaId);
    saved(unit, before, id);
  });
}
