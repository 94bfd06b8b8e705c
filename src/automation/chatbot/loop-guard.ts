import { notifyAdmins } from "#accounts/notices/index.ts";
import { announceQueued, stopBot, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { isAnsweredByBot, isLooping, MAX_MESSAGES } from "./policy.ts";
import { lastMessages } from "./queries.ts";

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
