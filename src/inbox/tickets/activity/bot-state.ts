import { TagAdded, TicketTransferred } from "#inbox/tickets/events.ts";
import type { TicketEventKind } from "#inbox/tickets/history/contract.ts";
import { recordTicketEvent, ticketChanged, ticketRelabelled } from "#inbox/tickets/history/record-event.ts";
import { trackMoved, trackQueued, trackStarted } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./activity.sql.ts";

/** The columns that hold the state of a bot (docs/rules/queue-menu.md#menu). */
export type BotFields = Pick<
  Ticket,
  | "queueId"
  | "chatbot"
  | "queueOptionId"
  | "optionTries"
  | "botMenusSent"
  | "useIntegration"
  | "integrationId"
  | "promptId"
  | "greetedAt"
  | "outOfHoursAt"
  | "botEndedAt"
>;

/**
 * Writes the bot state of a waiting ticket without attendant. A change of queue is recorded as a ticket event; `kind`
 * names the event, also when the queue stays. `queuedAt` is set when the ticket enters a queue, or when the bot ended
 * and it `waits` there; `facts` are added to the event. Returns the ticket as stored now.
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
  const row = {
    queueId: fields.queueId,
    chatbot: fields.chatbot ? 1 : 0,
    queueOptionId: fields.queueOptionId,
    optionTries: fields.optionTries,
    botMenusSent: fields.botMenusSent,
    useIntegration: fields.useIntegration ? 1 : 0,
    integrationId: fields.integrationId,
    promptId: fields.promptId,
    greetedAt: fields.greetedAt,
    outOfHoursAt: fields.outOfHoursAt,
    botEndedAt: fields.botEndedAt,
    now: unit.now,
    id: before.id,
  };
  // A new ticket usually keeps its queue and has just been sorted into the lists.
  const isNew = before.updatedAt === unit.now;
  if (!isNew || execute(unit.db, sql.writeBotTexts, row).changes === 0)
    execute(unit.db, sql.writeBotFields, row);
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
 * Records a bot message: the minutes of the redirection rule count from it, and the time of the first one is stored
 * (docs/rules/tickets.md#tracking, docs/rules/automation.md#redirection).
 */
export function recordBotMessage(unit: TenantUnit, ticketId: number): void {
  execute(unit.db, sql.setLastBotAt, { now: unit.now, id: ticketId });
  execute(unit.db, sql.setFirstBotAt, { now: unit.now, ticketId });
}

/** Removes a deleted integration from all tickets, closed ones included. */
export const forgetIntegration = (unit: TenantUnit, integrationId: number): void =>
  void execute(unit.db, sql.forgetIntegration, { integrationId });

/** The ticket after the end of its bot, prompt or integration: it waits for a person. */
export const withoutBot = (unit: TenantUnit, ticket: Ticket): Ticket => ({
  ...ticket,
  chatbot: false,
  queueOptionId: null,
  optionTries: 0,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  botEndedAt: unit.now,
});

/** Stops bots in this ticket permanently (docs/rules/automation.md#loop-guard). Returns the ticket as stored now. */
export function stopBot(unit: TenantUnit, before: Ticket): Ticket {
  execute(unit.db, sql.switchBotOff, { id: before.id });
  return writeBotFields(unit, before, withoutBot(unit, before), { kind: "loop_guard", waits: true });
}

/** Assigns a waiting ticket to an attendant on behalf of a bot. Emits a transfer, so the attendant is notified. */
export function assignByBot(unit: TenantUnit, before: Ticket, userId: number): Ticket {
  if (execute(unit.db, sql.assign, { userId, now: unit.now, id: before.id }).changes === 0) return before;
  const ticket = storedTicket(unit.db, before.id);
  trackStarted(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
  unit.emit(TicketTransferred, { ticket, previous: before, userId: null });
  return ticket;
}

/** Adds a tag to a ticket on behalf of a bot; a deleted tag is ignored. */
export function tagByBot(unit: TenantUnit, ticket: Ticket, tagId: number): void {
  if (execute(unit.db, sql.addTag, { id: ticket.id, tagId }).changes === 0) return;
  unit.emit(TagAdded, { ticket, tagId });
  ticketRelabelled(unit, ticket);
}

/** Removes a tag from a ticket on behalf of a bot. */
export function untagByBot(unit: TenantUnit, ticket: Ticket, tagId: number): void {
  if (execute(unit.db, sql.removeTag, { ticketId: ticket.id, tagId }).changes > 0)
    ticketRelabelled(unit, ticket);
}

/** Time at which a bot last ended for this contact on this connection, ms (docs/rules/queue-menu.md#menu). */
export const botLastEndedAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  queryOne(unit.db, sql.lastBotEnd, { contactId: ticket.contactId, connectionId: ticket.connectionId })?.at ??
  null;

/**
 * Time at which this contact last got the out-of-hours text on this connection, ms (docs/rules/opening-hours.md#spans).
 */
export const lastOutOfHoursNoticeAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  queryOne(unit.db, sql.lastOutOfHoursNotice, {
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
  })?.at ?? null;
