import { setting } from "#accounts/settings/index.ts";
import { endBot, enterByRule, startBot } from "#automation/chatbot/index.ts";
import { callRuleWebhook } from "#automation/integrations/index.ts";
import type { RuleTrigger } from "#automation/rules/engine/trigger.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { setFieldByProduct, snoozeOf } from "#automation/ticket-actions/index.ts";
import { startFollowUpByProduct } from "#inbox/follow-ups/index.ts";
import type { Message } from "#inbox/messages/index.ts";
import {
  addParticipants,
  addSystemNote,
  announceQueued,
  assignByBot,
  closeTicket,
  moveTicket,
  putToSleep,
  queueRequired,
  requireAssignee,
  returnToQueue,
  setPriority,
  storedTicket,
  type Ticket,
  tagByBot,
  untagByBot,
} from "#inbox/tickets/index.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { RuleAction } from "./contract.ts";
import { notifyPeople, requireUsers } from "./notify.ts";
import { sendText } from "./texts.ts";

export interface Performing {
  readonly rule: Rule;
  readonly trigger: RuleTrigger;
}

/**
 * Performs one action of a rule on behalf of the product. The same rules apply as to this action on the pages, but no
 * person's permissions (docs/rules/ticket-actions.md#rules). Returns why a text was not sent; null = done. Throws the
 * `ERR_*` of the action.
 */
export function performAction(
  unit: TenantUnit,
  { rule, trigger }: Performing,
  action: RuleAction,
): string | null {
  const ticket = trigger.ticketId === null ? null : storedTicket(unit.db, trigger.ticketId);
  if (action.action === "notify") notifyPeople(unit, rule, ticket, action);
  else if (action.action === "webhook") {
    const { contactId } = trigger;
    callRuleWebhook(unit, action.integrationId, {
      ticket,
      contactId,
      rule: { id: rule.id, name: rule.name },
    });
  } else if (!ticket) throw notFound("ERR_NO_TICKET_FOUND");
  else if (action.action === "reply") return sendText(unit, { rule, trigger }, ticket, action);
  else change(unit, trigger, ticket, action);
  return null;
}

type Change = Exclude<RuleAction, { action: "notify" | "webhook" | "reply" }>;

/** Actions that are allowed in a closed ticket. */
const ON_CLOSED: ReadonlySet<string> = new Set([
  "note",
  "tag_add",
  "tag_remove",
  "priority",
  "field_set",
  "participant_add",
  "resolve",
]);

function change(unit: TenantUnit, trigger: RuleTrigger, ticket: Ticket, action: Change): void {
  if (ticket.status === "closed" && !ON_CLOSED.has(action.action))
    throw new AppError(409, "ERR_TICKET_CLOSED");
  const message = trigger.message ?? null;
  switch (action.action) {
    case "note":
      addSystemNote(unit, ticket, action.text, action.mentions);
      return;
    case "tag_add":
      for (const tagId of action.tagIds) tagByBot(unit, ticket, tagId);
      return;
    case "tag_remove":
      for (const tagId of action.tagIds) untagByBot(unit, ticket, tagId);
      return;
    case "priority":
      setPriority(unit, ticket, action.priority);
      return;
    case "field_set":
      setFieldByProduct(unit, ticket, action);
      return;
    case "participant_add":
      requireUsers(unit, action.userIds);
      addParticipants(unit, ticket, action.userIds, "invited", null);
      return;
    case "assign":
      assign(unit, ticket, action.userId);
      return;
    case "transfer":
      transfer(unit, ticket, action, message);
      return;
    case "snooze":
      putToSleep(unit, ticket, snoozeOf(unit.tenant, ticket, action));
      return;
    case "follow_up":
      startFollowUpByProduct(unit, ticket, action.followUpId);
      return;
    case "resolve":
      resolve(unit, ticket, action);
      return;
    case "start_menu":
    case "start_tree":
      startBot(unit, ticket, { kind: action.action === "start_menu" ? "menu" : "tree" }, message);
      return;
    case "start_prompt":
      startBot(unit, ticket, { kind: "prompt", id: action.promptId }, message);
      return;
    case "start_integration":
      startBot(unit, ticket, { kind: "integration", id: action.integrationId }, message);
      return;
    case "stop_bot":
      endBot(unit, ticket);
      return;
  }
}

function assign(unit: TenantUnit, ticket: Ticket, to: number | "distribute"): void {
  if (to === "distribute") {
    distribute(unit, ticket);
    return;
  }
  requireAssignee(unit.db, to, ticket.queueId);
  if (ticket.userId === to) return;
  if (ticket.status === "pending") assignByBot(unit, ticket, to);
  else moveTicket(unit, null, ticket, { userId: to });
}

/**
 * Offers the ticket to the users of its queue in turn. A ticket that is already offered stays with that user. Throws
 * 400 ERR_QUEUE_REQUIRED for a ticket without a queue.
 */
function distribute(unit: TenantUnit, ticket: Ticket): void {
  if (ticket.queueId === null) throw queueRequired();
  if (ticket.status === "open") returnToQueue(unit, ticket, null);
  else if (!endBot(unit, ticket) && ticket.userDistributed === null) announceQueued(unit, ticket);
}

function transfer(
  unit: TenantUnit,
  ticket: Ticket,
  { queueId, userId, reason, startBot: wish }: Extract<RuleAction, { action: "transfer" }>,
  message: Message | null,
): void {
  const bot = wish ?? setting(unit.tenant, "transferStartsBot");
  if (userId !== undefined || ticket.status !== "pending") {
    const isThere = ticket.queueId === queueId && (userId === undefined || ticket.userId === userId);
    if (!isThere) moveTicket(unit, null, ticket, { queueId, userId, reason, startBot: bot });
    return;
  }
  enterByRule(unit, ticket, queueId, { bot, message });
  if (reason?.trim()) addSystemNote(unit, ticket, reason.trim());
}

/** Rules may resolve a ticket without its required fields (docs/rules/fields.md#required). */
function resolve(
  unit: TenantUnit,
  ticket: Ticket,
  { farewell, resolutionId }: Extract<RuleAction, { action: "resolve" }>,
): void {
  if (ticket.status === "closed") return;
  const resolution = { resolutionId: resolutionId ?? null, resolutionNote: null };
  closeTicket(unit, ticket, { reason: "bot", silent: !farewell, userId: null, resolution });
}
