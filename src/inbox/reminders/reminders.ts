import { timeZoneOf } from "#accounts/settings/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { parseInstant } from "#platform/dates.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields, limitReached, noPermission, notFound } from "#platform/errors.ts";
import { isSupport } from "#tenants/policy.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { ReminderAnswer, ReminderBody, ReminderChange, ReminderList } from "./contract.ts";
import { REMINDERS_DUE } from "./due.ts";
import { ReminderChanged } from "./events.ts";
import { presentReminder } from "./present.ts";
import * as sql from "./reminders.sql.ts";
import type { ReminderRow } from "./schema.ts";

/** Maximum number of open reminders per user. */
const MAX_OPEN = 100;
const MOST_MS = 365 * 86_400_000;

/** `GET /reminders`: the caller's open reminders, the next one first. Throws 403 ERR_NO_PERMISSION in support sessions. */
export function listReminders(ctx: UserCtx): ReminderList {
  checkOwn(ctx);
  const rows = queryAll(ctx.tenant.db, sql.openOf, { userId: ctx.actor.id, limit: MAX_OPEN });
  return { reminders: rows.map((row) => presentReminder(ctx.tenant, ctx.actor, row)) };
}

/**
 * `POST /reminders`: reminds the caller at a time within a year, of a ticket that the caller may see or of a note
 * (docs/rules/reminders.md#setting). Throws 403 ERR_NO_PERMISSION in support sessions, 404 ERR_NO_TICKET_FOUND, 400
 * ERR_VALIDATION, 409 ERR_LIMIT_REACHED.
 */
export function createReminder(ctx: UserCtx, { ticketId, at: time, note }: ReminderBody): ReminderAnswer {
  checkOwn(ctx);
  const userId = ctx.actor.id;
  if (ticketId !== null) visibleTicket(ctx, ticketId);
  const id = ctx.tenant.write((unit) => {
    const at = momentOf(unit, time);
    checkSubject(ticketId, note);
    checkRoom(unit, userId);
    const created = queryOne(unit.db, sql.insert, { userId, ticketId, at, note });
    if (!created) throw new Error("the reminder was not stored");
    unit.scheduleWake(REMINDERS_DUE, at);
    unit.emit(ReminderChanged, { userId, reminderId: created.id, action: "create" });
    return created.id;
  });
  return presented(ctx, id);
}

/**
 * `PUT /reminders/{id}`: changes an own reminder; `done` ends it without a notification. Throws 403 ERR_NO_PERMISSION in
 * support sessions, 404 ERR_NOT_FOUND, 404 ERR_NO_TICKET_FOUND, 400 ERR_VALIDATION, 409 ERR_LIMIT_REACHED.
 */
export function changeReminder(ctx: UserCtx, id: number, change: ReminderChange): ReminderAnswer {
  checkOwn(ctx);
  ctx.tenant.write((unit) => {
    const before = existing(unit, ctx, id);
    const ticketId = change.ticketId === undefined ? before.ticketId : change.ticketId;
    if (ticketId !== null && ticketId !== before.ticketId) visibleTicket(ctx, ticketId);
    const note = change.note ?? before.note;
    checkSubject(ticketId, note);
    const at = change.at === undefined ? before.at : momentOf(unit, change.at);
    const isDone = change.done ?? (change.at === undefined && before.doneAt !== null);
    if (!isDone && before.doneAt !== null) checkRoom(unit, ctx.actor.id);
    const doneAt = isDone ? (before.doneAt ?? unit.now) : null;
    execute(unit.db, sql.change, { id, ticketId, at, note, doneAt });
    unit.scheduleWake(REMINDERS_DUE, at);
    unit.emit(ReminderChanged, { userId: ctx.actor.id, reminderId: id, action: "update" });
  });
  return presented(ctx, id);
}

/** `DELETE /reminders/{id}`. Throws 403 ERR_NO_PERMISSION in support sessions, 404 ERR_NOT_FOUND for one of another user. */
export function deleteReminder(ctx: UserCtx, id: number): void {
  checkOwn(ctx);
  ctx.tenant.write((unit) => {
    existing(unit, ctx, id);
    execute(unit.db, sql.remove, { id });
    unit.emit(ReminderChanged, { userId: ctx.actor.id, reminderId: id, action: "delete" });
  });
}

function checkOwn({ actor }: UserCtx): void {
  if (isSupport(actor)) throw noPermission();
}

function existing(unit: TenantUnit, { actor }: UserCtx, id: number): ReminderRow {
  const row = queryOne(unit.db, sql.own, { id, userId: actor.id });
  if (!row) throw notFound();
  return row;
}

function checkSubject(ticketId: number | null, note: string): void {
  if (ticketId === null && note === "") throw invalidFields({ note: "required" });
}

function checkRoom(unit: TenantUnit, userId: number): void {
  const open = queryOne(unit.db, sql.countOpen, { userId })?.n ?? 0;
  if (open >= MAX_OPEN) throw limitReached("reminders", MAX_OPEN);
}

function momentOf(unit: TenantUnit, time: string): number {
  const at = parseInstant(time, timeZoneOf(unit.tenant));
  if (at === undefined || at <= unit.now || at > unit.now + MOST_MS) throw invalidFields({ at: "invalid" });
  return at;
}

function presented({ tenant, actor }: UserCtx, id: number): ReminderAnswer {
  const row = queryOne(tenant.db, sql.named, { id });
  if (!row) throw notFound();
  return presentReminder(tenant, actor, row);
}
