import { eq } from "drizzle-orm";
import { isUniqueViolation } from "#platform/db/constraint.ts";
import { noPermission, planLimit } from "#platform/errors.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import type { QueueBody, UpdateQueueBody } from "./contract.ts";
import { colorInUse, nameInUse, noQueue } from "./errors.ts";
import { QueueCreated, QueueUpdated } from "./events.ts";
import { countQueues, findQueue } from "./queries.ts";
import { type QueueRow, queue } from "./schema.ts";

/**
 * Admins make queues. Throws 403 ERR_NO_PERMISSION, 409 ERR_PLAN_LIMIT, 409 ERR_NAME_IN_USE,
 * 409 ERR_QUEUE_COLOR_ALREADY_EXISTS.
 */
export function createQueue(ctx: UserCtx, fields: QueueBody): QueueRow {
  if (!isAdmin(ctx.actor)) throw noPermission();
  return ctx.tenant.write((unit) => {
    checkLimit(unit);
    const row = unique(() =>
      unit.db
        .insert(queue)
        .values({
          ...columns(fields),
          name: fields.name,
          color: fields.color,
          createdAt: unit.now,
          updatedAt: unit.now,
        })
        .returning()
        .get(),
    );
    unit.emit(QueueCreated, { queueId: row.id });
    return row;
  });
}

/** Admins change queues; absent fields keep their value. Throws as `createQueue`, and 404 ERR_NO_QUEUE_FOUND. */
export function updateQueue(ctx: UserCtx, id: number, fields: UpdateQueueBody): QueueRow {
  return ctx.tenant.write((unit) => {
    if (!findQueue(unit.db, id)) throw noQueue();
    if (!isAdmin(ctx.actor)) throw noPermission();
    const row = unique(() =>
      unit.db
        .update(queue)
        .set({ ...columns(fields), updatedAt: unit.now })
        .where(eq(queue.id, id))
        .returning()
        .get(),
    );
    unit.emit(QueueUpdated, { queueId: id });
    return row;
  });
}

/** Columns of the fields that were sent; null empties a text. */
function columns({ orderQueue, ...fields }: UpdateQueueBody): Partial<QueueRow> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(sent.map(([name, value]) => [name, value ?? ""])),
    ...(orderQueue !== undefined && { orderQueue: orderQueue ?? 0 }),
  };
}

function checkLimit(unit: TenantUnit): void {
  const [used, limit] = [countQueues(unit.db), unit.tenant.company.plan.queues];
  if (used >= limit) throw planLimit("queues", limit, used);
}

function unique<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isUniqueViolation(error, "queue_color")) throw colorInUse();
    if (isUniqueViolation(error, "queue.name")) throw nameInUse();
    throw error;
  }
}
