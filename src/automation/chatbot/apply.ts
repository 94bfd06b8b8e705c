import { setting } from "#accounts/settings/index.ts";
import type { Say, Turn } from "#automation/chatbot/engine/outcome.ts";
import { type BotState, isRunning } from "#automation/chatbot/engine/state.ts";
import { createAutomaticFileMessage, createAutomaticMessage, type Message } from "#inbox/messages/index.ts";
import {
  announceQueued,
  assignByBot,
  closeTicket,
  recordBotMessage,
  type Ticket,
  tagByBot,
  ticketById,
  writeBotFields,
} from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { stopIfLooping } from "./loop-guard.ts";
import { isAssignableTo } from "./queries.ts";
import { BotRespondersPort } from "./responder-port.ts";

/** The ticket and the message that a bot turn belongs to. */
export interface Occasion {
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
  const isNothing = turn.state === before && turn.says.length === 0 && turn.end === null;
  if (isNothing) return false;
  const ended = turn.end !== null && (isRunning(before) || before.botEndedAt !== turn.state.botEndedAt);
  const now = writeBotFields(unit, ticket, fieldsOf(ticket, before, turn.state), {
    kind: stepOf(before, turn, ended),
    waits: ended,
  });
  if (turn.tagId !== null) tagByBot(unit, now, turn.tagId);
  for (const say of turn.says) send(unit, now, say);
  if (turn.says.length > 0) {
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

function send(unit: TenantUnit, ticket: Ticket, { text, mediaId, menu }: Say): void {
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
