import { TicketTransferred } from "#inbox/tickets/events.ts";
import type { TicketEventKind } from "#inbox/tickets/history/contract.ts";
import { recordTicketEvent, ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { trackMoved, trackQueued, trackStarted } from "#inbox/tickets/history/tracking.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

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

const WRITE = `UPDATE ticket SET queue_id = ?1, chatbot = ?2, queue_option_id = ?3, option_tries = ?4,
  bot_menus_sent = ?5, use_integration = ?6, integration_id = ?7, prompt_id = ?8, greeted_at = ?9,
  out_of_hours_at = ?10, bot_ended_at = ?11, updated_at = ?12,
  user_distributed = CASE WHEN queue_id IS ?1 THEN user_distributed END,
  distributed_at = CASE WHEN queue_id IS ?1 THEN distributed_at END
  WHERE id = ?13 AND status = 'pending' AND user_id IS NULL`;
const SPOKE = "UPDATE ticket SET last_bot_at = ? WHERE id = ?";
const FIRST_SPOKE = `UPDATE ticket_period SET chatbot_at = ?1
  WHERE ticket_id = ?2 AND finished_at IS NULL AND chatbot_at IS NULL`;
const SILENCE = "UPDATE ticket SET bot_off = 1 WHERE id = ?";
const GIVE = `UPDATE ticket SET status = 'open', user_id = ?1, user_distributed = NULL, distributed_at = NULL,
  updated_at = ?2 WHERE id = ?3 AND status = 'pending' AND user_id IS NULL`;
const TAG = "INSERT OR IGNORE INTO ticket_tag (ticket_id, tag_id) SELECT ?1, id FROM tag WHERE id = ?2";
const UNTAG = "DELETE FROM ticket_tag WHERE ticket_id = ? AND tag_id = ?";
const LAST_ENDED = "SELECT max(bot_ended_at) AS at FROM ticket WHERE contact_id = ? AND connection_id = ?";
const LAST_TOLD = "SELECT max(out_of_hours_at) AS at FROM ticket WHERE contact_id = ? AND connection_id = ?";

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
  run(
    unit.db,
    WRITE,
    fields.queueId,
    fields.chatbot ? 1 : 0,
    fields.queueOptionId,
    fields.optionTries,
    fields.amountUsedBotQueues,
    fields.useIntegration ? 1 : 0,
    fields.integrationId,
    fields.promptId,
    fields.greetedAt,
    fields.outOfHoursAt,
    fields.botEndedAt,
    unit.now,
    before.id,
  );
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
  run(unit.db, SPOKE, unit.now, ticketId);
  run(unit.db, FIRST_SPOKE, unit.now, ticketId);
}

const FORGET_INTEGRATION = "UPDATE ticket SET integration_id = NULL WHERE integration_id = ?";

/** No ticket, closed ones included, points to this integration any more. */
export const forgetIntegration = (unit: TenantUnit, integrationId: number): void =>
  void run(unit.db, FORGET_INTEGRATION, integrationId);

/** No bot speaks in this ticket any more (docs/rules/automation.md#loop-guard). Answers the ticket as it is now. */
export function stopBot(unit: TenantUnit, before: Ticket): Ticket {
  run(unit.db, SILENCE, before.id);
  const quiet = { chatbot: false, useIntegration: false, integrationId: null, promptId: null };
  const fields = { ...before, ...quiet, queueOptionId: null, optionTries: 0, botEndedAt: unit.now };
  return writeBotFields(unit, before, fields, { kind: "loop_guard", waits: true });
}

/** A bot gives a waiting ticket to an attendant, like a transfer does; the receiver is told. */
export function assignByBot(unit: TenantUnit, before: Ticket, userId: number): Ticket {
  if (run(unit.db, GIVE, userId, unit.now, before.id).changes === 0) return before;
  const ticket = storedTicket(unit.db, before.id);
  trackStarted(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
  unit.emit(TicketTransferred, { ticket, previous: before, userId: null });
  return ticket;
}

/** A bot puts a tag on a ticket; one that was deleted meanwhile is no matter. */
export function tagByBot(unit: TenantUnit, ticket: Ticket, tagId: number): void {
  if (run(unit.db, TAG, ticket.id, tagId).changes > 0) ticketChanged(unit, ticket, ticket);
}

/** A bot takes a tag off a ticket. */
export function untagByBot(unit: TenantUnit, ticket: Ticket, tagId: number): void {
  if (run(unit.db, UNTAG, ticket.id, tagId).changes > 0) ticketChanged(unit, ticket, ticket);
}

/** When a bot last ended for this contact on this connection, ms (docs/rules/queue-menu.md#menu). */
export const botLastEndedAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  one<{ at: number | null }>(unit.db, LAST_ENDED, ticket.contactId, ticket.connectionId)?.at ?? null;

/** When this contact was last told on this connection that nobody is there, ms (docs/rules/opening-hours.md#spans). */
export const lastOutOfHoursNoticeAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  one<{ at: number | null }>(unit.db, LAST_TOLD, ticket.contactId, ticket.connectionId)?.at ?? null;
