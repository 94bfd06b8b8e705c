import { eq } from "drizzle-orm";
import { noPermission } from "#platform/errors.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { noQueue } from "./errors.ts";
import { QueueUpdated } from "./events.ts";
import { queueFiles } from "./files.ts";
import { findQueue, type QueueView } from "./queries.ts";
import { queue } from "./schema.ts";

/**
 * Admins attach a file to the greeting; it replaces the previous one. Throws 404 ERR_NO_QUEUE_FOUND, 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function putGreetingFile(ctx: UserCtx, id: number, request: Request): Promise<QueueView> {
  check(ctx, id);
  return await queueFiles(ctx.tenant).receive(ctx.tenant, request, (unit, fileId) =>
    replace(unit, id, fileId),
  );
}

/** Admins remove the file of the greeting; does nothing without one. Throws 404 and 403 as above. */
export function removeGreetingFile(ctx: UserCtx, id: number): QueueView {
  check(ctx, id);
  return ctx.tenant.write((unit) => replace(unit, id, null));
}

function check({ tenant, actor }: UserCtx, id: number): void {
  if (!findQueue(tenant.db, id)) throw noQueue();
  if (!isAdmin(actor)) throw noPermission();
}

function replace(unit: TenantUnit, id: number, mediaId: number | null): QueueView {
  const before = findQueue(unit.db, id);
  if (!before) throw noQueue();
  unit.db.update(queue).set({ mediaId, updatedAt: unit.now }).where(eq(queue.id, id)).run();
  if (before.mediaId !== null) queueFiles(unit.tenant).remove(unit, before.mediaId);
  unit.emit(QueueUpdated, { queueId: id });
  return { ...before, mediaId };
}
