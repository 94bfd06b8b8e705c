import { eq } from "drizzle-orm";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ScheduledMessageUpdated } from "./events.ts";
import { type ScheduledMessage, scheduledMessage } from "./schema.ts";

/** Writes what is different of a scheduled message, and tells. */
export function changeScheduledMessage(
  unit: TenantUnit,
  id: number,
  changes: Partial<Omit<ScheduledMessage, "id" | "createdAt" | "updatedAt">>,
): void {
  unit.db
    .update(scheduledMessage)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(scheduledMessage.id, id))
    .run();
  unit.emit(ScheduledMessageUpdated, { scheduledMessageId: id });
}
