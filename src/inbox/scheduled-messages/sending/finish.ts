import { eq } from "drizzle-orm";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { copyMediaFile, mediaFileById } from "#channels/media/index.ts";
import { OutboxCompleted, SendReopened } from "#inbox/messages/events.ts";
import { nextOfSeries } from "#inbox/scheduled-messages/recurrence.ts";
import { type ScheduledMessage, scheduledMessage } from "#inbox/scheduled-messages/schema.ts";
import { changeScheduledMessage, insertScheduledMessage } from "#inbox/scheduled-messages/store.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Source name of scheduled messages in the outbox. */
export const SOURCE = "schedule";

/** Marks the message as sent and inserts the next one of its series. */
export function finishSent(unit: TenantUnit, row: ScheduledMessage): void {
  changeScheduledMessage(unit, row.id, {
    status: "sent",
    sentAt: unit.now,
    error: null,
    nextId: continueSeries(unit, row),
  });
}

/**
 * Marks the message as failed with this code and inserts the next one of its series
 * (docs/rules/scheduled-messages.md#result).
 */
export function finishFailed(unit: TenantUnit, row: ScheduledMessage, code: string): void {
  changeScheduledMessage(unit, row.id, {
    ...{ status: "failed", sentAt: null, error: code },
    nextId: continueSeries(unit, row),
  });
}

/** Called when the connection was deleted: marks the message as failed and ends its series. */
export function finishForGood(unit: TenantUnit, row: ScheduledMessage, code: string): void {
  changeScheduledMessage(unit, row.id, { status: "failed", error: code });
}

/** Creates the next message of the series, once: a failed message that is retried already has its successor. */
function continueSeries(unit: TenantUnit, row: ScheduledMessage): number | null {
  if (row.nextId !== null) return row.nextId;
  const after = Math.max(row.sendAt, unit.now);
  const sendAt = nextOfSeries(
    { start: row.seriesStart, recurrence: row.recurrence },
    timeZoneOf(unit.tenant),
    after,
  );
  if (sendAt === null) return null;
  const file = row.mediaId === null ? undefined : mediaFileById(unit.db, row.mediaId);
  return insertScheduledMessage(unit, {
    body: row.body,
    template: row.template,
    contactId: row.contactId,
    sendAt,
    userId: row.userId,
    connectionId: row.connectionId,
    recurrence: row.recurrence,
    seriesStart: row.seriesStart,
    lateLimitHours: row.lateLimitHours,
    mediaId: file ? copyMediaFile(unit, file) : null,
  });
}

/** The `error` of a message that its author deleted in the conversation. */
const TAKEN_BACK = "cancelled";

/**
 * Stores the outcome of a send on its row, in the same transaction. A failed message that a user retried may still be
 * sent, and an official number may refuse a message that it accepted (docs/rules/scheduled-messages.md#result).
 */
export function followOutcomes({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { outboxId, source, state, error }) => {
    const row = source === SOURCE ? rowOf(unit, outboxId) : undefined;
    if (!row) return;
    if (state !== "sent") finishFailed(unit, row, error ?? TAKEN_BACK);
    else if (row.status !== "sent") finishSent(unit, row);
  });
  bus.within(SendReopened, (unit, { outboxId, source }) => {
    const row = source === SOURCE ? rowOf(unit, outboxId) : undefined;
    if (row?.status === "sent") changeScheduledMessage(unit, row.id, { status: "queued", sentAt: null });
  });
}

const rowOf = (unit: TenantUnit, outboxId: number): ScheduledMessage | undefined =>
  unit.db.select().from(scheduledMessage).where(eq(scheduledMessage.outboxId, outboxId)).get();
