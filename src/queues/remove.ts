import { eq } from "drizzle-orm";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { noQueue } from "./errors.ts";
import { QueueDeleted, QueueDeleting } from "./events.ts";
import { findQueue } from "./queries.ts";
import { queue } from "./schema.ts";

/**
 * Admins delete queues. Tickets that are not closed refuse it (409 ERR_QUEUE_HAS_TICKETS, thrown by whoever has them)
 * unless `moveToId` names another queue; closed ones, connections and users lose the pointer. Throws
 * 404 ERR_NO_QUEUE_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION.
 */
export function deleteQueue(ctx: UserCtx, id: number, moveToId: number | null): void {
  ctx.tenant.write((unit) => {
    if (!findQueue(unit.db, id)) throw noQueue();
    if (!isAdmin(ctx.actor)) throw noPermission();
    if (moveToId === id) throw invalidFields({ moveTo: "invalid" });
    if (moveToId !== null && !findQueue(unit.db, moveToId)) throw noQueue();
    unit.emit(QueueDeleting, { queueId: id, moveToId });
    unit.db.delete(queue).where(eq(queue.id, id)).run();
    unit.emit(QueueDeleted, { queueId: id });
  });
}
