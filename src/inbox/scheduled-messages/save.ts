import { checkVariables, timeZoneOf } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { cancelUntried } from "#inbox/messages/index.ts";
import { visibleContact } from "#people/contacts/index.ts";
import { parseInstant } from "#platform/dates.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { visibleSchedule } from "./access.ts";
import { DEFAULT_LATE_LIMIT_HOURS, type ScheduleBody, type UpdateScheduleBody } from "./contract.ts";
import { scheduleSent } from "./errors.ts";
import { isSent, mayBePlannedFor } from "./policy.ts";
import { seriesStartAt } from "./recurrence.ts";
import type { ScheduledMessage } from "./schema.ts";
import { changeScheduledMessage, insertScheduledMessage, SCHEDULES_DUE } from "./store.ts";
import { bodyOf, templateOf } from "./template.ts";

/**
 * Schedules a message in the caller's name; every user may do so. Returns the id. Throws 400 ERR_VALIDATION (a time
 * that passed more than 5 minutes ago; neither a text nor a template that is approved on its number), 404
 * ERR_NO_CONTACT_FOUND, 404 ERR_NO_WAPP_FOUND.
 */
export function createSchedule({ tenant, actor }: UserCtx, fields: ScheduleBody): number {
  return tenant.write((unit) => {
    const sendAt = timeOf(tenant, fields.sendAt, unit.now);
    const connectionId = fields.whatsappId ?? null;
    checkRows(tenant, { contactId: fields.contactId, connectionId });
    const template = fields.template ?? null;
    if (template === null && fields.body === undefined) throw invalidFields({ body: "required" });
    checkTexts(tenant, fields);
    return insertScheduledMessage(unit, {
      body: bodyOf(unit.db, { connectionId, template, body: fields.body ?? "" }),
      template: template && JSON.stringify(template),
      contactId: fields.contactId,
      sendAt,
      userId: actor.id,
      connectionId,
      recurrence: fields.recurrence ?? "none",
      seriesStart: seriesStartAt(sendAt, timeZoneOf(tenant)),
      lateLimitHours: fields.lateLimitHours ?? DEFAULT_LATE_LIMIT_HOURS,
    });
  });
}

/**
 * Changes a message that was not sent. A failed message, or one that waits in the outbox for its connection, becomes
 * pending again. An absent field does not change its value. Throws 404 ERR_NOT_FOUND, 409 ERR_SCHEDULE_SENT, and the
 * errors of `createSchedule`.
 */
export function updateSchedule(ctx: UserCtx, id: number, fields: UpdateScheduleBody): void {
  const { tenant } = ctx;
  tenant.write((unit) => {
    const { row } = visibleSchedule(ctx, id);
    if (isSent(row)) throw scheduleSent();
    const waits = row.status === "pending";
    const asked = fields.sendAt === undefined ? row.sendAt : parsedTime(tenant, fields.sendAt);
    if (!(waits && asked === row.sendAt)) checkTime(asked, unit.now);
    const contactId = fields.contactId ?? row.contactId;
    const connectionId = fields.whatsappId === undefined ? row.connectionId : fields.whatsappId;
    checkRows(tenant, { contactId, connectionId });
    const sendAt = waits ? asked : freshTime(row, asked, unit.now);
    const template = fields.template === undefined ? templateOf(row) : fields.template;
    // A text is required, because the stored body is only the preview of the former template.
    if (template === null && row.template !== null && fields.body === undefined)
      throw invalidFields({ body: "required" });
    checkTexts(tenant, fields);
    changeScheduledMessage(unit, id, {
      body: bodyOf(unit.db, { connectionId, template, body: fields.body ?? row.body }),
      template: template && JSON.stringify(template),
      contactId,
      sendAt,
      connectionId,
      recurrence: fields.recurrence ?? row.recurrence,
      seriesStart: sendAt === row.sendAt ? row.seriesStart : seriesStartAt(sendAt, timeZoneOf(tenant)),
      lateLimitHours: fields.lateLimitHours ?? row.lateLimitHours,
      status: "pending",
      error: null,
      claimedAt: null,
      outboxId: null,
      ticketId: null,
    });
    // The old send is cancelled after the change, so that its outcome no longer changes this row.
    takeBack(unit, row);
    unit.scheduleWake(SCHEDULES_DUE, sendAt);
  });
}

/** Cancels the send of a queued message. Throws 409 ERR_SCHEDULE_SENT when it is already being sent. */
function takeBack(unit: TenantUnit, row: ScheduledMessage): void {
  if (row.status !== "queued" || row.outboxId === null) return;
  if (!cancelUntried(unit, row.outboxId)) throw scheduleSent();
}

/** Returns a send time that this row has not had before: the time is part of the outbox key, and each key is sent only once. */
const freshTime = (row: ScheduledMessage, asked: number, nowMs: number): number =>
  asked > nowMs ? asked : Math.max(nowMs, row.sendAt + 1);

const checkTexts = (tenant: Tenant, { body, template }: UpdateScheduleBody): void =>
  checkVariables(tenant, { body, template: template?.parameters.join("\n") });

const timeOf = (tenant: Tenant, text: string, nowMs: number): number => {
  const at = parsedTime(tenant, text);
  checkTime(at, nowMs);
  return at;
};

function parsedTime(tenant: Tenant, text: string): number {
  const at = parseInstant(text, timeZoneOf(tenant));
  if (at === undefined) throw invalidFields({ sendAt: "invalid" });
  return at;
}

function checkTime(at: number, nowMs: number): void {
  if (!mayBePlannedFor(at, nowMs)) throw invalidFields({ sendAt: "invalid" });
}

function checkRows(tenant: Tenant, row: { contactId: number; connectionId: number | null }): void {
  visibleContact(tenant, row.contactId);
  if (row.connectionId !== null) requireConnection(tenant.db, row.connectionId);
}
