import type { TenantUnit } from "#tenants/tenant.ts";
import { ScheduledMessageCreated } from "./events.ts";
import { type ScheduledMessage, scheduledMessage } from "./schema.ts";

/** Job name under which companies with scheduled messages are scheduled. */
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
