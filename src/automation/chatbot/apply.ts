import { notifyAdmins } from "#accounts/notices/index.ts";
import { setting } from "#accounts/settings/index.ts";
import type { Reply, Turn } from "#automation/chatbot/engine/outcome.ts";
import { type BotState, isRunning } from "#automation/chatbot/engine/state.ts";
import { createAutomaticFileMessage, createAutomaticMessage, type Message } from "#inbox/messages/index.ts";
import {
  announceQueued,
  assignByBot,
  closeTicket,
  recordBotMessage,
  stopBot,
  type Ticket,
  tagByBot,
  ticketById,
  writeBotFields,
} from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { isAnsweredByBot, isLooping, MAX_MESSAGES } from "./policy.ts";
import { isAssignableTo, lastMessages } from "./queries.ts";
import { BotRespondersPort } from "./responder-port.ts";

const CONTACT = "loop_guard";

/** Called before the bot answers: switches it off in this ticket when another bot answers it. */
export function stopIfAnsweredByBot(unit: TenantUnit, ticket: Ticket): boolean {
  if (ticket.lastBotAt === null) return false;
  const trips = isAnsweredByBot(lastMessages(unit.db, ticket.id, MAX_MESSAGES));
  if (trips) turnOff(unit, ticket);
  return trips;
}

/** Called after the bot answered: switches it off in this ticket when it repeats itself. */
export function stopIfLooping(unit: TenantUnit, ticketId: number): void {
  const ticket = ticketById(unit.db, ticketId);
  if (ticket?.status !== "pending") return;
  if (isLooping(lastMessages(unit.db, ticketId, MAX_MESSAGES), unit.now)) turnOff(unit, ticket);
}

/** The ticket waits for a person, and the admins are notified (docs/rules/automation.md#loop-guard). */
function turnOff(unit: TenantUnit, before: Ticket): void {
  const ticket = stopBot(unit, before);
  announceQueued(unit, ticket);
  notifyAdmins(unit, {
    code: CONTACT,
    details: { ticketId: ticket.id, ticketUuid: ticket.uuid, protocol: ticket.protocol },
    key: `${CONTACT}:${ticket.id}`,
  });
}

/** The ticket and the message that a bot turn belongs to. */
interface Occasion {
  readonly ticket: Ticket;
  readonly before: BotState;
  /** The customer's message; null when a transfer by a person started the bot. */
  readonly message: Message | null;
}

/**
 * Applies a turn: the ticket's columns, the messages, and the effects of its end. Returns true when the ticket now
 * waits for a person and has to be announced for distribution.
 */
export function applyTurn(unit: TenantUnit, { ticket, before, message }: Occasion, turn: Turn): boolean {
  if (turn.responder && message) {
    unit.tenant.installation.ports.use(BotRespondersPort).hear(unit, turn.responder, ticket, message);
    return false;
  }
  const isNothing = turn.state === before && turn.replies.length === 0 && turn.end === null;
  if (isNothing) return false;
  const ended = turn.end !== null && (isRunning(before) || before.botEndedAt !== turn.state.botEndedAt);
  const now = writeBotFields(unit, ticket, fieldsOf(ticket, before, turn.state), {
    kind: stepOf(before, turn, ended),
    waits: ended,
  });
  if (turn.tagId !== null) tagByBot(unit, now, turn.tagId);
  for (const reply of turn.replies) send(unit, now, reply);
  if (turn.replies.length > 0) {
    recordBotMessage(unit, ticket.id);
    stopIfLooping(unit, ticket.id);
  }
  const after = ticketById(unit.db, ticket.id);
  // The loop guard has announced the ticket already.
  if (!after || after.botOff) return false;
  finish(unit, after, turn, message);
  return ended;
}

/**
 * Keeps `botEndedAt` of an earlier attendance until the bot ends in this one; `#` resets the value of this attendance
 * to null.
 */
const fieldsOf = (ticket: Ticket, before: BotState, after: BotState): BotState => ({
  ...after,
  botEndedAt: after.botEndedAt ?? (before.botEndedAt === null ? ticket.botEndedAt : null),
});

function stepOf(before: BotState, { state, end }: Turn, ended: boolean) {
  if (end?.kind === "limit") return "bot_limit" as const;
  if (state.outOfHoursAt !== before.outOfHoursAt) return "out_of_hours" as const;
  const stays = state.queueId === before.queueId;
  return ended && stays && isRunning(before) && end?.kind === "wait" ? ("bot_ended" as const) : null;
}

function send(unit: TenantUnit, ticket: Ticket, { text, mediaId, menu }: Reply): void {
  const origin = "bot" as const;
  const style = menu === undefined ? "text" : setting(unit.tenant, "chatBotType");
  createAutomaticMessage(unit, {
    ticket,
    text,
    origin,
    ...(menu && style !== "text" && { menu: { ...menu, style } }),
  });
  if (mediaId !== null) createAutomaticFileMessage(unit, { ticket, mediaId, origin });
}

function finish(unit: TenantUnit, ticket: Ticket, { end, state }: Turn, message: Message | null): void {
  const closing = { reason: "bot", userId: null } as const;
  switch (end?.kind) {
    case "close":
      closeTicket(unit, ticket, { ...closing, silent: false });
      return;
    case "closedHours":
      if (setting(unit.tenant, "outOfHoursAction") === "close")
        closeTicket(unit, ticket, { ...closing, silent: true });
      return;
    case "user":
      if (end.userId !== null && isAssignableTo(unit.db, end.userId, ticket.queueId))
        assignByBot(unit, ticket, end.userId);
      return;
    case "integration":
    case "prompt": {
      const id = end.kind === "integration" ? state.integrationId : state.promptId;
      const responders = unit.tenant.installation.ports.use(BotRespondersPort);
      if (id !== null) responders.begin(unit, { kind: end.kind, id }, ticket, message);
      return;
    }
  }
}

/** Announces the ticket for distribution if it waits for a person. */
export function announceIfQueued(unit: TenantUnit, ticketId: number): void {
  const ticket = ticketById(unit.db, ticketId);
  if (ticket) announceQueued(unit, ticket);
}
