import { timeZoneOf } from "#accounts/settings/index.ts";
import { copyMediaFile, mediaFileById } from "#channels/media/index.ts";
import { changeScheduledMessage } from "#inbox/scheduled-messages/change.ts";
import { insertScheduledMessage } from "#inbox/scheduled-messages/insert.ts";
import { nextOfSeries } from "#inbox/scheduled-messages/recurrence.ts";
import type { ScheduledMessage } from "#inbox/scheduled-messages/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Marks the message as sent and inserts the next one of its series. */
export function finishSent(unit: TenantUnit, row: ScheduledMessage): void {
  changeScheduledMessage(unit, row.id, {
    status: "ENVIADA",
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
  changeScheduledMessage(unit, row.id, { status: "ERRO", error: code, nextId: continueSeries(unit, row) });
}

/** The connection was deleted: marks the message as failed and ends the series. */
export function finishForGood(unit: TenantUnit, row: ScheduledMessage, code: string): void {
  changeScheduledMessage(unit, row.id, { status: "ERRO", error: code });
}

/** Makes the next of the series, once: what failed and is tried again has its successor already. */
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
