import { rowWriter } from "#platform/db/columns.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ScheduledMessageCreated, ScheduledMessageUpdated } from "./events.ts";
import { type ScheduledMessage, scheduledMessage } from "./schema.ts";

/** Job name in the wake-up schedule of companies with scheduled messages. */
export const SCHEDULES_DUE = "schedules";

type NewScheduledMessage = Pick<
  ScheduledMessage,
  | "body"
  | "contactId"
  | "sendAt"
  | "userId"
  | "connectionId"
  | "recurrence"
  | "seriesStart"
  | "lateLimitHours"
> &
  Partial<Pick<ScheduledMessage, "mediaId" | "template">>;

/** Stores a scheduled message; returns its id. */
export function insertScheduledMessage(unit: TenantUnit, fields: NewScheduledMessage): number {
  const { id } = unit.db
    .insert(scheduledMessage)
    .values({ ...fields, createdAt: unit.now, updatedAt: unit.now })
    .returning({ id: scheduledMessage.id })
    .get();
  unit.scheduleWake(SCHEDULES_DUE, fields.sendAt);
  unit.emit(ScheduledMessageCreated, { scheduledMessageId: id });
  return id;
}

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
