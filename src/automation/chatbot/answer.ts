import { setting } from "#accounts/settings/index.ts";
import { tapOf } from "#automation/chatbot/engine/choice.ts";
import { type BotState, freshState, isRunning, stopped } from "#automation/chatbot/engine/state.ts";
import { turn } from "#automation/chatbot/engine/turn.ts";
import { findConnection } from "#channels/connections/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import type { Message } from "#inbox/messages/index.ts";
import {
  botLastEndedAt,
  lastOutOfHoursNoticeAt,
  runningTracking,
  type Ticket,
  writeBotFields,
} from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { isOnHold } from "#tenants/on-hold.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { announceIfQueued, applyTurn, stopIfAnsweredByBot } from "./apply.ts";
import { worldOf } from "./load-context.ts";

/**
 * The bot answers customers' messages (docs/rules/inbound.md#steps steps 11-18) in the transaction that stores them.
 * A ticket that entered a queue is announced for distribution only while no bot handles it.
 */
export function listenForCustomers({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, received) => {
    const { ticket, contact, outcome, botAllowed, newerWaits } = received;
    const begins = outcome !== "existing";
    const nowWaits = botAllowed
      ? answer(unit, ticket, received, begins)
      : (contact.disableBot || isOnHold(unit.tenant.company)) && leave(unit, ticket);
    // When a backlog of messages opens a ticket, its bot answers the last one, so the ticket is not announced before.
    const undecided = outcome === "created" && newerWaits;
    if (nowWaits || (begins && !undecided)) announceIfQueued(unit, ticket.id);
  });
}

interface Received {
  readonly message: Message;
  readonly tap: string | null;
  /** True when a rule has already sent the text about opening hours. */
  readonly closedText: boolean;
}

/** Returns true when the ticket now waits for a person. */
function answer(
  unit: TenantUnit,
  ticket: Ticket,
  { message, tap, closedText }: Received,
  begins: boolean,
): boolean {
  const connection = findConnection(unit.db, ticket.connectionId);
  if (!connection) return false;
  const lastEndedAt = connection.botMenuIntervalMinutes > 0 ? botLastEndedAt(unit, ticket) : null;
  const world = worldOf(unit.tenant, { connection, at: unit.now, lastEndedAt, isClosedSaid: closedText });
  const before = stateOf(unit, ticket, begins);
  const text = message.mediaType === null ? message.body : null;
  const pressed = tapOf(tap);
  const next = turn(world, before, { text, tap: pressed });
  // A pressed option is always input of a person, even when it arrives as fast as a bot's answer.
  if (next.replies.length > 0 && !pressed && stopIfAnsweredByBot(unit, ticket)) return false;
  return applyTurn(unit, { ticket, before, message }, next);
}

/** Ends the bot of a contact that was excluded from bots, or of a company on hold: the ticket waits for a person. */
function leave(unit: TenantUnit, ticket: Ticket): boolean {
  if (ticket.status !== "pending" || !isRunning(ticket)) return false;
  writeBotFields(unit, ticket, stopped(stateOf(unit, ticket, false), unit.now), {
    kind: "bot_ended",
    waits: true,
  });
  return true;
}

/** The bot's state in this ticket period; a bot that ended in an earlier period does not count. */
export function stateOf(unit: TenantUnit, ticket: Ticket, begins: boolean): BotState {
  const fields = Object.fromEntries(
    Object.keys(freshState).map((key) => [key, ticket[key as keyof BotState]]),
  ) as unknown as BotState;
  // While the ticket is offered to an attendant, no bot answers.
  const offeredAt = ticket.userDistributed === null ? null : ticket.distributedAt;
  const botEndedAt = (begins ? null : endedInThis(unit, ticket)) ?? offeredAt;
  return { ...fields, botEndedAt, outOfHoursAt: closedNoticeAt(unit, ticket) };
}

function endedInThis(unit: TenantUnit, { id, botEndedAt }: Ticket): number | null {
  if (botEndedAt === null) return null;
  const beganAt = runningTracking(unit.db, id)?.createdAt ?? 0;
  return botEndedAt < beganAt ? null : botEndedAt;
}

/**
 * With the setting that closes tickets outside opening hours, each message opens a new ticket. The time of the last
 * closed notice is therefore read across tickets.
 */
const closedNoticeAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  setting(unit.tenant, "outOfHoursAction") === "close"
    ? lastOutOfHoursNoticeAt(unit, ticket)
    : ticket.outOfHoursAt;
