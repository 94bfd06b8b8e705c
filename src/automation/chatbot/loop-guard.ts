import { notifyAdmins } from "#accounts/notices/index.ts";
import { announceQueued, stopBot, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { isAnsweredByMachine, LINES_LOOKED_AT, talksInCircles } from "./policy.ts";
import { lastLines } from "./queries.ts";

const CONTACT = "loop_guard";

/** Before the bot speaks: whether the other side is no person. Then the bot is off in this ticket. */
export function stopsBefore(unit: TenantUnit, ticket: Ticket): boolean {
  if (ticket.lastBotAt === null) return false;
  const trips = isAnsweredByMachine(lastLines(unit.db, ticket.id, LINES_LOOKED_AT));
  if (trips) turnOff(unit, ticket);
  return trips;
}

/** Behind what the bot said: whether it talks in circles. Then the bot is off in this ticket. */
export function stopsBehind(unit: TenantUnit, ticketId: number): void {
  const ticket = ticketById(unit.db, ticketId);
  if (ticket?.status !== "pending") return;
  if (talksInCircles(lastLines(unit.db, ticketId, LINES_LOOKED_AT), unit.now)) turnOff(unit, ticket);
}

/** The ticket waits for a person, and the admins are told (docs/rules/automation.md#loop-guard). */
function turnOff(unit: TenantUnit, before: Ticket): void {
  const ticket = stopBot(unit, before);
  announceQueued(unit, ticket);
  notifyAdmins(unit, {
    code: CONTACT,
    details: { ticketId: ticket.id, ticketUuid: ticket.uuid, protocol: ticket.protocol },
    key: `${CONTACT}:${ticket.id}`,
  });
}
