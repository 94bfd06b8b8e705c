import { noQueue } from "#accounts/queues/index.ts";
import type { ResponderRef, World } from "#automation/chatbot/engine/context.ts";
import {
  childrenOf,
  findResponder,
  sayClosed,
  startResponder,
} from "#automation/chatbot/engine/enter-queue.ts";
import { passToResponder, type Turn } from "#automation/chatbot/engine/outcome.ts";
import { type BotState, isRunning, stopped } from "#automation/chatbot/engine/state.ts";
import { beginIn, beginMenu } from "#automation/chatbot/engine/turn.ts";
import { findConnection, notSupported } from "#channels/connections/index.ts";
import { cancelBotMessages, type Message } from "#inbox/messages/index.ts";
import {
  announceQueued,
  storedTicket,
  type Ticket,
  withdrawOffer,
  writeBotFields,
} from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { stateOf } from "./answer.ts";
import { announceIfQueued, applyTurn } from "./apply.ts";
import { worldOf } from "./load-context.ts";

/** What a rule starts: the menu of queues, the options of the ticket's queue, or a responder. */
type BotStart = { readonly kind: "menu" | "tree" } | ResponderRef;

/**
 * Starts a bot in a waiting ticket on behalf of a rule; `message` is the customer's message that a responder gets. Outside
 * opening hours none starts, and the customer gets the closed notice (docs/rules/ticket-actions.md#start-bot). Throws 409 ERR_TICKET_ALREADY_ACCEPTED, 400 ERR_NOT_SUPPORTED where bots are excluded or the queue has no options, 404
 * ERR_NO_QUEUE_FOUND, 404 ERR_NOT_FOUND when the responder cannot take the conversation.
 */
export function startBot(unit: TenantUnit, ticket: Ticket, start: BotStart, message: Message | null): void {
  begin(unit, ticket, message, (world, state) => {
    switch (start.kind) {
      case "menu":
        return beginMenu(world, state);
      case "tree": {
        const queue = ticket.queueId === null ? undefined : world.queue(ticket.queueId);
        if (!queue) throw noQueue();
        if (childrenOf(queue, null).length === 0) throw notSupported();
        return beginIn(world, state, queue.id);
      }
      default:
        return beginResponder(world, state, start);
    }
  });
}

function beginResponder(world: World, state: BotState, responder: ResponderRef): Turn {
  if (!world.takes(responder)) throw notFound();
  const queue = state.queueId === null ? undefined : world.queue(state.queueId);
  if (!world.companyOpen) return sayClosed(world, state, null);
  if (queue && !queue.isOpen) return sayClosed(world, state, queue);
  // A responder that has the conversation continues it: a second start would lose what was said.
  if (hasConversation(state, responder)) return passToResponder(state, responder);
  return startResponder(stopped(state, world.now), [], responder);
}

const hasConversation = (
  { useIntegration, integrationId, promptId }: BotState,
  { kind, id }: ResponderRef,
): boolean => useIntegration && (kind === "integration" ? integrationId : promptId) === id;

/**
 * Moves a waiting ticket to the queue that a rule chose. Its bot starts as if the customer had chosen the queue
 * (docs/rules/queue-menu.md#chosen); with `bot` false, the ticket waits there without a bot. The same applies when the
 * ticket is already in this queue. Throws 404 ERR_NO_QUEUE_FOUND.
 */
export function enterByRule(
  unit: TenantUnit,
  ticket: Ticket,
  queueId: number,
  { bot, message }: { readonly bot: boolean; readonly message: Message | null },
): void {
  if (bot && mayStart(unit, ticket)) {
    begin(unit, ticket, message, (world, state) => {
      if (!world.queue(queueId)) throw noQueue();
      const running = state.queueId === queueId && state.useIntegration ? findResponder(world, state) : null;
      return running ? passToResponder(state, running) : beginIn(world, state, queueId);
    });
    return;
  }
  if (ticket.queueId === queueId) {
    endBot(unit, ticket);
    return;
  }
  cancelBotMessages(unit, ticket.id);
  const fields = { ...stopped(stateOf(unit, ticket, false), unit.now), queueId };
  announceQueued(unit, writeBotFields(unit, ticket, fields, { kind: null, waits: true }));
}

/**
 * Ends the bot of a waiting ticket on behalf of a rule: the ticket waits for a person, and no bot begins in this attendance.
 * Returns false when the bot has ended before.
 */
export function endBot(unit: TenantUnit, ticket: Ticket): boolean {
  if (ticket.status !== "pending") return false;
  const before = stateOf(unit, ticket, false);
  if (!isRunning(before) && before.botEndedAt !== null) return false;
  cancelBotMessages(unit, ticket.id);
  writeBotFields(unit, ticket, stopped(before, unit.now), { kind: "bot_ended", waits: true });
  announceIfQueued(unit, ticket.id);
  return true;
}

const mayStart = (unit: TenantUnit, { isGroup, botOff, contactId }: Ticket): boolean =>
  !isGroup && !botOff && contactById(unit.db, contactId)?.disableBot === false;

function begin(
  unit: TenantUnit,
  waiting: Ticket,
  message: Message | null,
  turnOf: (world: World, state: BotState) => Turn,
): void {
  if (waiting.status !== "pending" || waiting.userId !== null)
    throw new AppError(409, "ERR_TICKET_ALREADY_ACCEPTED");
  const connection = findConnection(unit.db, waiting.connectionId);
  if (!connection || !mayStart(unit, waiting)) throw notSupported();
  // While a bot answers, the ticket is offered to no attendant.
  if (waiting.userDistributed !== null) withdrawOffer(unit, waiting, "queued");
  const ticket = storedTicket(unit.db, waiting.id);
  const world = worldOf(unit.tenant, { connection, at: unit.now, lastEndedAt: null });
  const before = stateOf(unit, ticket, false);
  if (applyTurn(unit, { ticket, before, message }, turnOf(world, before))) announceIfQueued(unit, ticket.id);
}
