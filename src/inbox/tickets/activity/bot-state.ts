import { TicketTransferred } from "#inbox/tickets/events.ts";
import type { TicketEventKind } from "#inbox/tickets/history/contract.ts";
import { recordTicketEvent, ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { trackMoved, trackQueued, trackStarted } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./activity.sql.ts";

/** The columns a bot keeps its memory in (docs/rules/queue-menu.md#menu). */
export type BotFields = Pick<
  Ticket,
  | "queueId"
  | "chatbot"
  | "queueOptionId"
  | "optionTries"
  | "amountUsedBotQueues"
  | "useIntegration"
  | "integrationId"
  | "promptId"
  | "greetedAt"
  | "outOfHoursAt"
  | "botEndedAt"
>;

/**
 * Writes what a bot remembers of a waiting ticket that nobody has. A queue it came into or lost is a step of its
 * trail; `kind` names what the bot did, also when the queue stays. `queuedAt` moves when the ticket came into a queue
 * or `waits` there from now on because the bot ended; `facts` are what the step says beside. Answers the ticket as it is now.
 */
export function writeBotFields(
  unit: TenantUnit,
  before: Ticket,
  fields: BotFields,
  {
    kind,
    waits,
    facts,
  }: {
    readonly kind: TicketEventKind | null;
    readonly waits: boolean;
    readonly facts?: Readonly<Record<string, unknown>>;
  },
): Ticket {
  execute(unit.db, sql.writeBotFields, {
    queueId: fields.queueId,
    chatbot: fields.chatbot ? 1 : 0,
    queueOptionId: fields.queueOptionId,
    optionTries: fields.optionTries,
    botMenusSent: fields.amountUsedBotQueues,
    useIntegration: fields.useIntegration ? 1 : 0,
    integrationId: fields.integrationId,
    promptId: fields.promptId,
    greetedAt: fields.greetedAt,
    outOfHoursAt: fields.outOfHoursAt,
    botEndedAt: fields.botEndedAt,
    now: unit.now,
    id: before.id,
  });
  const ticket = storedTicket(unit.db, before.id);
  const moved = ticket.queueId !== before.queueId;
  if (ticket.queueId !== null && (moved || waits)) trackQueued(unit, ticket);
  else if (moved) trackMoved(unit, ticket);
  const step = kind ?? (moved ? "queued" : null);
  if (step) recordTicketEvent(unit, step, before, ticket, null, facts);
  else ticketChanged(unit, before, ticket);
  return ticket;
}

/**
 * A bot said something in this ticket: redirection counts from it, and the first time is kept
 * (docs/rules/tickets.md#tracking, docs/rules/automation.md#redirection).
 */
export function recordBotMessage(unit: TenantUnit, ticketId: number): void {
  execute(unit.db, sql.setLastBotAt, { now: unit.now, id: ticketId });
  execute(unit.db, sql.setFirstBotAt, { now: unit.now, ticketId });
}

/** No ticket, closed ones included, points to this integration any more. */
export const forgetIntegration = (unit: TenantUnit, integrationId: number): void =>
  void execute(unit.db, sql.forgetIntegration, { integrationId });

/** No bot speaks in this ticket any more (docs/rules/automation.md#loop-guard). Answers the ticket as it is now. */
export function stopBot(unit: TenantUnit, before: Ticket): Ticket {
  execute(unit.db, sql.switchBotOff, { id: before.id });
  const quiet = { chatbot: false, useIntegration: false, integrationId: null, promptId: null };
  const fields = { ...before, ...quiet, queueOptionId: null, optionTries: 0, botEndedAt: unit.now };
  return writeBotFields(unit, before, fields, { kind: "loop_guard", waits: true });
}

/** A bot gives a waiting ticket to an attendant, like a transfer does; the receiver is told. */
export function assignByBot(unit: TenantUnit, before: Ticket, userId: number): Ticket {
  if (execute(unit.db, sql.assign, { userId, now: unit.now, id: before.id }).changes === 0) return before;
  const ticket = storedTicket(unit.db, before.id);
  trackStarted(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
  unit.emit(TicketTransferred, { ticket, previous: before, userId: null });
  return ticket;
}

/** A bot puts a tag on a ticket; one that was deleted meanwhile is no matter. */
export function tagByBot(unit: TenantUnit, ticket: Ticket, tagId: number): void {
  if (execute(unit.db, sql.addTag, { id: ticket.id, tagId }).changes > 0) ticketChanged(unit, ticket, ticket);
}

/** A bot takes a tag off a ticket. */
export function untagByBot(unit: TenantUnit, ticket: Ticket, tagId: number): void {
  if (execute(unit.db, sql.removeTag, { ticketId: ticket.id, tagId }).changes > 0)
    ticketChanged(unit, ticket, ticket);
}

/** When a bot last ended for this contact on this connection, ms (docs/rules/queue-menu.md#menu). */
export const botLastEndedAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  queryOne(unit.db, sql.lastBotEnd, { contactId: ticket.contactId, connectionId: ticket.connectionId })?.at ??
  null;

/** When this contact was last told on this connection that nobody is there, ms (docs/rules/opening-hours.md#spans). */
export const lastOutOfHoursNoticeAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  queryOne(unit.db, sql.lastOutOfHoursNotice, {
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
  })?.at ?? null;
