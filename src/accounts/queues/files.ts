import { eq } from "drizzle-orm";
import { queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import { isAdmin, type Tenant, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import type { QueueAnswer } from "./contract.ts";
import { noQueue } from "./errors.ts";
import { QueueUpdated } from "./events.ts";
import { findQueue, type QueueView } from "./queries.ts";
import * as sql from "./queues.sql.ts";
import { queue } from "./schema.ts";

/**
 * File operations needed by queues: greetings and option nodes have a file. Implemented by the media feature.
 */
interface QueueFiles {
  /** Signed URL and name of a file; nulls without one. */
  present(tenant: Tenant, fileId: number | null): Pick<QueueAnswer, "mediaPath" | "mediaName">;
  /** Receives one uploaded file; `put` runs in the transaction that creates its row. Throws 400, 413, 415. */
  receive<T>(tenant: Tenant, request: Request, put: (unit: TenantUnit, fileId: number) => T): Promise<T>;
  remove(unit: TenantUnit, fileId: number): void;
}
export const QueueFilesPort = definePort<QueueFiles>("queue-files");

export const queueFiles = ({ installation }: Pick<Tenant, "installation">): QueueFiles =>
  installation.ports.use(QueueFilesPort);

/** Files of queues and options are readable by every user of the company, like their rows. */
export const showsQueueFile = ({ tenant }: UserCtx, fileId: number): boolean =>
  queryOne(tenant.db, sql.shown, { fileId }) !== undefined;

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

/** Removes the file of the greeting, if there is one. Only admins may call it. Throws 404 and 403 as above. */
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
