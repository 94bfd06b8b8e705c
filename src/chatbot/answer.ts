import { type BotState, freshState } from "#chatbot/engine/state.ts";
import { turn } from "#chatbot/engine/turn.ts";
import { requireConnection } from "#connections/index.ts";
import { MessageReceived } from "#messages/events.ts";
import type { Message } from "#messages/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { botLastEndedAt, runningTracking, type Ticket } from "#tickets/index.ts";
import { announceAsItStands, applyTurn } from "./apply.ts";
import { worldOf } from "./load-world.ts";
import { stopsBefore } from "./loop-guard.ts";

/**
 * The bot answers what customers write (behaviour 3.2, steps 11-18), in the transaction that stores the message. A
 * ticket that came into a queue is announced to whoever distributes only when no bot is busy with it.
 */
export function listenForCustomers({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { ticket, message, outcome, botAllowed, newerWaits }) => {
    const begins = outcome !== "existing";
    const nowWaits = botAllowed ? answer(unit, ticket, message, begins) : false;
    // The bot of a new ticket has its chance at the last of the messages that wait.
    const undecided = outcome === "created" && newerWaits;
    if (nowWaits || (begins && !undecided)) announceAsItStands(unit, ticket.id);
  });
}

/** True when the ticket came to wait for a person by it. */
function answer(unit: TenantUnit, ticket: Ticket, message: Message, begins: boolean): boolean {
  if (stopsBefore(unit, ticket)) return false;
  const world = worldOf(unit.tenant, {
    connection: requireConnection(unit.db, ticket.connectionId),
    at: unit.now,
    lastEndedAt: botLastEndedAt(unit, ticket),
  });
  const before = stateOf(unit, ticket, begins);
  const input = { text: message.mediaType === null ? message.body : null };
  return applyTurn(unit, { ticket, before, message }, turn(world, before, input));
}

/** The bot's memory of this attendance; what ended in an earlier one is not of this. */
export function stateOf(unit: TenantUnit, ticket: Ticket, begins: boolean): BotState {
  const { botEndedAt, distributedAt } = ticket;
  const beganAt = runningTracking(unit.db, ticket.id)?.createdAt ?? 0;
  const fields = Object.fromEntries(
    Object.keys(freshState).map((key) => [key, ticket[key as keyof BotState]]),
  ) as unknown as BotState;
  const ended = begins || botEndedAt === null || botEndedAt < beganAt ? null : botEndedAt;
  // Offered to an attendant: no bot steps in between.
  return { ...fields, botEndedAt: ended ?? (ticket.userDistributed === null ? null : distributedAt) };
}
