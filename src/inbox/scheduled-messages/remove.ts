import { eq } from "drizzle-orm";
import { removeMediaFile } from "#channels/media/index.ts";
import { cancelUntried } from "#inbox/messages/index.ts";
import { isAdmin, type TenantUnit, type UserCtx } from "#tenants/tenant.ts";
import { visibleSchedule } from "./access.ts";
import { scheduleSent } from "./errors.ts";
import { ScheduledMessageDeleted } from "./events.ts";
import { isSent } from "./policy.ts";
import { type ScheduledMessage, scheduledMessage } from "./schema.ts";

/**
 * Deletes a scheduled message and cancels its send. Only admins can delete a message that was sent or is being sent; it disappears
 * only from the list. Throws 404 ERR_NOT_FOUND, 409 ERR_SCHEDULE_SENT.
 */
export function deleteSchedule(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const { row } = visibleSchedule(ctx, id);
    removeScheduledMessage(unit, row);
    const inOutbox = row.status === "queued" && row.outboxId !== null;
    const takenBack = inOutbox && row.outboxId !== null && cancelUntried(unit, row.outboxId);
    if ((isSent(row) || (inOutbox && !takenBack)) && !isAdmin(ctx.actor)) throw scheduleSent();
  });
}

/** Deletes the row and its file, and emits the change. */
export function removeScheduledMessage(unit: TenantUnit, row: ScheduledMessage): void {
  unit.db.delete(scheduledMessage).where(eq(scheduledMessage.id, row.id)).run();
  if (row.mediaId !== null) removeMediaFile(unit, row.mediaId);
  unit.emit(ScheduledMessageDeleted, { scheduledMessageId: row.id, userId: row.userId });
}
