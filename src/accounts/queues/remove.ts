import { eq } from "drizzle-orm";
import { queryAll } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { noQueue } from "./errors.ts";
import { QueueDeleted, QueueDeleting } from "./events.ts";
import { queueFiles } from "./files.ts";
import { findQueue } from "./queries.ts";
import * as sql from "./queues.sql.ts";
import { queue } from "./schema.ts";

/**
 * Admins delete queues. Pending and open tickets veto it (409 ERR_QUEUE_HAS_TICKETS, thrown by the tickets)
 * unless `moveToId` names another queue; closed tickets, connections and users lose the reference; the option
 * tree and files are deleted. Throws 404 ERR_NO_QUEUE_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION.
 */
export function deleteQueue(ctx: UserCtx, id: number, moveToId: number | null): void {
  ctx.tenant.write((unit) => {
    if (!findQueue(unit.db, id)) throw noQueue();
    if (!isAdmin(ctx.actor)) throw noPermission();
    if (moveToId === id) throw invalidFields({ moveTo: "invalid" });
    if (moveToId !== null && !findQueue(unit.db, moveToId)) throw noQueue();
    unit.emit(QueueDeleting, { queueId: id, moveToId });
    const files = queryAll(unit.db, sql.filesOfQueue, { id });
    unit.db.delete(queue).where(eq(queue.id, id)).run();
    for (const file of files) queueFiles(ctx.tenant).remove(unit, file.id);
    unit.emit(QueueDeleted, { queueId: id });
  });
}
