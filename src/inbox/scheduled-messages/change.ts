import { rowWriter } from "#platform/db/columns.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ScheduledMessageUpdated } from "./events.ts";
import { type ScheduledMessage, scheduledMessage } from "./schema.ts";

const write = rowWriter(scheduledMessage);

/** Updates a scheduled message and emits the change. */
export function changeScheduledMessage(
  unit: TenantUnit,
  id: number,
  changes: Partial<Omit<ScheduledMessage, "id" | "createdAt" | "updatedAt">>,
): void {
  write(unit.db, id, { ...changes, updatedAt: unit.now });
  unit.emit(ScheduledMessageUpdated, { scheduledMessageId: id });
}
