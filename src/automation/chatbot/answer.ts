import { setting } from "#accounts/settings/index.ts";
import { type BotState, freshState, isRunning, stopped } from "#automation/chatbot/engine/state.ts";
import { tapOf } from "#automation/chatbot/engine/tap.ts";
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
import type { TenantUnit } from "#tenants/tenant.ts";
import { announceAsItStands, applyTurn } from "./apply.ts";
import { worldOf } from "./load-context.ts";
import { stopsBefore } from "./loop-guard.ts";

/**
 * The bot answers what customers write (docs/rules/inbound.md#steps steps 11-18), in the transaction that stores the
 * message. A ticket that came into a queue is announced for distribution only when no bot is busy with it.
 */
export function listenForCustomers({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { ticket, message, contact, outcome, botAllowed, newerWaits, tap }) => {
    const begins = outcome !== "existing";
    const nowWaits = botAllowed
      ? answer(unit, ticket, { message, tap }, begins)
      : contact.disableBot && leave(unit, ticket);
    // The bot of a new ticket has its chance at the last of the messages that wait.
    const undecided = outcome === "created" && newerWaits;
    if (nowWaits || (begins && !undecided)) announceAsItStands(unit, ticket.id);
  });
}

/** True when the ticket came to wait for a person by it. */
function answer(
  unit: TenantUnit,
  ticket: Ticket,
  { message, tap }: { readonly message: Message; readonly tap: string | null },
  begins: boolean,
): boolean {
  const connection = findConnection(unit.db, ticket.connectionId);
  if (!connection) return false;
  const lastEndedAt = connection.timeUseBotQueues > 0 ? botLastEndedAt(unit, ticket) : null;
  const world = worldOf(unit.tenant, { connection, at: unit.now, lastEndedAt });
  const before = stateOf(unit, ticket, begins);
  const text = message.mediaType === null ? message.body : null;
  const pressed = tapOf(tap);
  const next = turn(world, before, { text, tap: pressed });
  // Who presses is a person, however quick.
  if (next.says.length > 0 && !pressed && stopsBefore(unit, ticket)) return false;
  return applyTurn(unit, { ticket, before, message }, next);
}

/** Somebody who was talking to the bot wants none any more: the ticket waits for a person. */
function leave(unit: TenantUnit, ticket: Ticket): boolean {
  if (ticket.status !== "pending" || !isRunning(ticket)) return false;
  writeBotFields(unit, ticket, stopped(stateOf(unit, ticket, false), unit.now), {
    kind: "bot_ended",
    waits: true,
  });
  return true;
}

/** The bot's memory of this attendance; what ended in an earlier one is not of this. */
export function stateOf(unit: TenantUnit, ticket: Ticket, begins: boolean): BotState {
  const fields = Object.fromEntries(
    Object.keys(freshState).map((key) => [key, ticket[key as keyof BotState]]),
  ) as unknown as BotState;
  // Offered to an attendant: no bot steps in between.
  const offeredAt = ticket.userDistributed === null ? null : ticket.distributedAt;
  const botEndedAt = (begins ? null : endedInThis(unit, ticket)) ?? offeredAt;
  return { ...fields, botEndedAt, outOfHoursAt: toldClosedAt(unit, ticket) };
}

function endedInThis(unit: TenantUnit, { id, botEndedAt }: Ticket): number | null {
  if (botEndedAt === null) return null;
  const beganAt = runningTracking(unit.db, id)?.createdAt ?? 0;
  return botEndedAt < beganAt ? null : botEndedAt;
}

/** Where a closed door closes tickets, the next message makes another one: the text is remembered beyond them. */
const toldClosedAt = (unit: TenantUnit, ticket: Ticket): number | null =>
  setting(unit.tenant, "outOfHoursAction") === "close"
    ? lastOutOfHoursNoticeAt(unit, ticket)
    : ticket.outOfHoursAt;
