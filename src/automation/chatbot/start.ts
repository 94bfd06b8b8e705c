import { noQueue } from "#accounts/queues/index.ts";
import type { World } from "#automation/chatbot/engine/context.ts";
import { childrenOf, startResponder } from "#automation/chatbot/engine/enter-queue.ts";
import type { Turn } from "#automation/chatbot/engine/outcome.ts";
import { type BotState, stopped } from "#automation/chatbot/engine/state.ts";
import { beginIn, beginMenu } from "#automation/chatbot/engine/turn.ts";
import { findConnection, notSupported } from "#channels/connections/index.ts";
import { cancelBotMessages, type Message } from "#inbox/messages/index.ts";
import { announceQueued, type Ticket, writeBotFields } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { stateOf } from "./answer.ts";
import { announceIfQueued, applyTurn } from "./apply.ts";
import { worldOf } from "./load-context.ts";

/** What a rule starts: the menu of queues, the options of the ticket's queue, or a responder. */
type BotStart =
  | { readonly kind: "menu" | "tree" }
  | { readonly kind: "integration" | "prompt"; readonly id: number };

/**
 * Starts a bot in a waiting ticket on behalf of a rule; `message` is the customer's message that a responder gets. Throws
 * 409 ERR_TICKET_ALREADY_ACCEPTED, 400 ERR_NOT_SUPPORTED where bots are excluded or the queue has no options, 404
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
        if (!world.takes(start)) throw notFound();
        return startResponder(stopped(state, unit.now), [], start);
    }
  });
}

/**
 * A rule chose the queue of a waiting ticket: its bot starts as if the customer had chosen it (docs/rules/queue-menu.md#chosen),
 * or with `bot` false the ticket waits there. Throws 404 ERR_NO_QUEUE_FOUND.
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
      return beginIn(world, state, queueId);
    });
    return;
  }
  cancelBotMessages(unit, ticket.id);
  const fields = { ...stopped(stateOf(unit, ticket, false), unit.now), queueId };
  announceQueued(unit, writeBotFields(unit, ticket, fields, { kind: null, waits: true }));
}

/** Ends the bot of a waiting ticket on behalf of a rule: the ticket waits for a person. */
export function endBot(unit: TenantUnit, ticket: Ticket): void {
  if (ticket.status !== "pending") return;
  cancelBotMessages(unit, ticket.id);
  const fields = stopped(stateOf(unit, ticket, false), unit.now);
  writeBotFields(unit, ticket, fields, { kind: "bot_ended", waits: true });
  announceIfQueued(unit, ticket.id);
}

const mayStart = (unit: TenantUnit, { isGroup, botOff, contactId }: Ticket): boolean =>
  !isGroup && !botOff && contactById(unit.db, contactId)?.disableBot === false;

function begin(
  unit: TenantUnit,
  ticket: Ticket,
  message: Message | null,
  turnOf: (world: World, state: BotState) => Turn,
): void {
  if (ticket.status !== "pending" || ticket.userId !== null)
    throw new AppError(409, "ERR_TICKET_ALREADY_ACCEPTED");
  const connection = findConnection(unit.db, ticket.connectionId);
  if (!connection || !mayStart(unit, ticket)) throw notSupported();
  const world = worldOf(unit.tenant, { connection, at: unit.now, lastEndedAt: null });
  const before = stateOf(unit, ticket, false);
  if (applyTurn(unit, { ticket, before, message }, turnOf(world, before))) announceIfQueued(unit, ticket.id);
}
