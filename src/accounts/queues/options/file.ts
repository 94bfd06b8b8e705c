import { eq } from "drizzle-orm";
import { noOption } from "#accounts/queues/errors.ts";
import { QueueUpdated } from "#accounts/queues/events.ts";
import { queueFiles } from "#accounts/queues/files.ts";
import { type QueueOptionRow, queueOption } from "#accounts/queues/schema.ts";
import { noPermission } from "#platform/errors.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { findOption } from "./queries.ts";

/**
 * Admins attach a file to the text of a node; it replaces the previous one. Throws 404 ERR_NOT_FOUND, 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function putOptionFile(ctx: UserCtx, id: number, request: Request): Promise<QueueOptionRow> {
  check(ctx, id);
  return await queueFiles(ctx.tenant).receive(ctx.tenant, request, (unit, fileId) =>
    replace(unit, id, fileId),
  );
}

/** Admins remove the file of a node; succeeds without one, too. Throws 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION. */
export function removeOptionFile(ctx: UserCtx, id: number): QueueOptionRow {
  check(ctx, id);
  return ctx.tenant.write((unit) => replace(unit, id, null));
}

function check({ tenant, actor }: UserCtx, id: number): void {
  if (!findOption(tenant.db, id)) throw noOption();
  if (!isAdmin(actor)) throw noPermission();
}

function replace(unit: TenantUnit, id: number, mediaId: number | null): QueueOptionRow {
  const before = findOption(unit.db, id);
  if (!before) throw noOption();
  unit.db.update(queueOption).set({ mediaId, updatedAt: unit.now }).where(eq(queueOption.id, id)).run();
  if (before.mediaId !== null) queueFiles(unit.tenant).remove(unit, before.mediaId);
  unit.emit(QueueUpdated, { queueId: before.queueId });
  return { ...before, mediaId };
}
