import { mayBeCold } from "#inbox/messages/outbox/may-be-cold.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { AppError } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { countHeld, isCold, MAX_HELD, newChatRestriction } from "./hold.ts";
import { NewChatsPort } from "./new-chats-port.ts";

/** Error code: the maximum number of messages waits on the connection already (docs/rules/reach.md#held). */
export const HELD_LIMIT = "ERR_HELD_LIMIT";

/** Whether a message in the ticket would have to wait, and too many messages wait on its connection already. */
export function exceedsHeldLimit(unit: TenantUnit, ticket: Ticket): boolean {
  const { connectionId } = ticket;
  return (
    mayBeCold(ticket) &&
    newChatRestriction(unit.db, connectionId) !== undefined &&
    countHeld(unit.db, connectionId) >= MAX_HELD &&
    isCold(unit.db, ticket)
  );
}

/**
 * Checks a person's message to a contact who never wrote on the connection (docs/rules/reach.md#budget). Throws 409
 * ERR_HELD_LIMIT, 409 ERR_NEW_CHAT_CONFIRM when the day's budget is used up and the person has not confirmed.
 */
export function checkNewChat(unit: TenantUnit, ticket: Ticket): void {
  if (!mayBeCold(ticket)) return;
  if (exceedsHeldLimit(unit, ticket)) throw new AppError(409, HELD_LIMIT);
  const newChats = unit.tenant.installation.ports.use(NewChatsPort);
  if (newChats.needsConfirmation(unit, ticket)) throw new AppError(409, "ERR_NEW_CHAT_CONFIRM");
}
