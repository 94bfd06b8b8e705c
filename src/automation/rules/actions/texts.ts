import { firstOpen, hoursOf } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { stopIfLooping } from "#automation/chatbot/index.ts";
import { TIMED_EVENTS } from "#automation/rules/contract.ts";
import { isTextLimitReached, noteLimit } from "#automation/rules/engine/limits.ts";
import type { RuleTrigger } from "#automation/rules/engine/trigger.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { replyByProduct } from "#automation/ticket-actions/index.ts";
import { recordBotMessage, type Ticket } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { RuleAction } from "./contract.ts";

/** Name of the wake-up of companies with texts that wait. */
export const TEXTS_DUE = "rule_texts";
const HOUR_MS = 60 * 60_000;
/** A text is not sent when its event is older than this, ms: it would be out of context. */
const outdatedMs = ({ event }: Writing["trigger"]): number =>
  TIMED_EVENTS.some((timed) => timed === event) ? HOUR_MS : 12 * HOUR_MS;

type Reply = Extract<RuleAction, { action: "reply" }>;
interface Writing {
  readonly rule: Rule;
  readonly trigger: Pick<RuleTrigger, "event" | "at">;
}

/**
 * Sends a text of a rule, or stores it until the company opens (docs/rules/rules.md#texts). Returns why it was not sent; null
 * = sent or stored.
 */
export function sendText(unit: TenantUnit, writing: Writing, ticket: Ticket, action: Reply): string | null {
  const { rule, trigger } = writing;
  if (unit.now - trigger.at > outdatedMs(trigger)) return "late";
  const silence = reasonForSilence(unit, rule, ticket);
  if (silence) return silence;
  const waits = trigger.event !== "outside_hours" && !rule.settings.anyTime;
  const opensAt = waits ? openingAfter(unit, ticket) : unit.now;
  if (opensAt === null) return "hours";
  if (opensAt <= unit.now) return write(unit, rule, ticket, action);
  execute(unit.db, sql.insertText, {
    ruleId: rule.id,
    ticketId: ticket.id,
    action: JSON.stringify(action),
    dueAt: opensAt,
  });
  unit.scheduleWake(TEXTS_DUE, opensAt);
  return null;
}

/** Sends a text that waited, unless a person has taken the ticket or the ticket was closed. */
export function sendWaitingText(unit: TenantUnit, rule: Rule, ticket: Ticket, action: Reply): string | null {
  return reasonForSilence(unit, rule, ticket) ?? write(unit, rule, ticket, action);
}

function reasonForSilence(unit: TenantUnit, rule: Rule, ticket: Ticket): string | null {
  if (ticket.status === "closed") return "closed";
  if (ticket.isGroup) return "group";
  if (contactById(unit.db, ticket.contactId)?.blocked !== false) return "blocked";
  if (ticket.status === "open" && rule.settings.evenIfAttended !== true) return "attended";
  if (!isTextLimitReached(unit, ticket.id)) return null;
  noteLimit(unit, rule);
  return "limit";
}

/** When the ticket's queue or the company is open, ms; null = never. */
function openingAfter(unit: TenantUnit, { queueId }: Ticket): number | null {
  const queue = queueId === null ? null : (findQueue(unit.db, queueId) ?? null);
  return firstOpen(hoursOf(unit.tenant, queue), unit.now);
}

function write(unit: TenantUnit, rule: Rule, ticket: Ticket, action: Reply): string | null {
  const after = queryOne(unit.db, sql.lastMessage)?.id ?? 0;
  try {
    if (!replyByProduct(unit, ticket, action, "rule")) return "held";
  } catch (error) {
    if (error instanceof AppError && error.code === "ERR_WINDOW_CLOSED") return "window_closed";
    throw error;
  }
  // A long text is several messages.
  execute(unit.db, sql.insertMessages, { ticketId: ticket.id, after, ruleId: rule.id, ruleName: rule.name });
  recordBotMessage(unit, ticket.id);
  stopIfLooping(unit, ticket.id);
  return null;
}
