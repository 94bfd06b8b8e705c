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
import { stopsBehind } from "./loop-guard.ts";
import { mayBeGivenTo } from "./queries.ts";
import { BotPartnersPort } from "./responder-port.ts";

/** What a turn was taken on. */
export interface Occasion {
  readonly ticket: Ticket;
  readonly before: BotState;
  /** What the customer wrote; null when a person's transfer began the bot. */
  readonly message: Message | null;
}

/**
 * Makes a turn real: the ticket's columns, what is said, what follows from its end. True when the ticket came to wait
 * for a person by it: then it is to be announced to whoever distributes.
 */
export function applyTurn(unit: TenantUnit, { ticket, before, message }: Occasion, turn: Turn): boolean {
  if (turn.hearer && message) {
    unit.tenant.installation.ports.use(BotPartnersPort).hear(unit, turn.hearer, ticket, message);
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
  for (const say of turn.says) speak(unit, now, say);
  if (turn.says.length > 0) {
    recordBotMessage(unit, ticket.id);
    stopsBehind(unit, ticket.id);
  }
  const after = ticketById(unit.db, ticket.id);
  // The loop guard has told everybody already.
  if (!after || after.botOff) return false;
  finish(unit, after, turn, message);
  return ended;
}

/** The end of an earlier attendance stays on the row until this one has its own; `#` takes this one's away. */
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

function speak(unit: TenantUnit, ticket: Ticket, { text, mediaId, menu }: Say): void {
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
  const byProduct = { reason: "bot", userId: null } as const;
  switch (end?.kind) {
    case "close":
      closeTicket(unit, ticket, { ...byProduct, silent: false });
      return;
    case "closedHours":
      if (setting(unit.tenant, "outOfHoursAction") === "close")
        closeTicket(unit, ticket, { ...byProduct, silent: true });
      return;
    case "user":
      if (end.userId !== null && mayBeGivenTo(unit.db, end.userId, ticket.queueId))
        assignByBot(unit, ticket, end.userId);
      return;
    case "integration":
    case "prompt": {
      const id = end.kind === "integration" ? state.integrationId : state.promptId;
      const partners = unit.tenant.installation.ports.use(BotPartnersPort);
      if (id !== null) partners.begin(unit, { kind: end.kind, id }, ticket, message);
      return;
    }
  }
}

/** Tells whoever distributes, if the ticket waits for a person as it stands now. */
export function announceAsItStands(unit: TenantUnit, ticketId: number): void {
  const ticket = ticketById(unit.db, ticketId);
  if (ticket) announceQueued(unit, ticket);
}
