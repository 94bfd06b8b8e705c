import { mayBeCold } from "#inbox/messages/outbox/may-be-cold.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { AppError } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { countHeld, isCold, MAX_HELD, newChatRestriction } from "./hold.ts";
import { NewChatsPort } from "./new-chats-port.ts";

/** Error code: the connection already has the maximum number of held messages (docs/rules/reach.md#held). */
export const HELD_LIMIT = "ERR_HELD_LIMIT";

/** 409 ERR_NUMBER_RESTRICTED: the number may not start chats now, and the message was not accepted. `endsAt`: ms. */
export const numberRestricted = (kind: string, endsAt: number | null): AppError =>
  new AppError(409, "ERR_NUMBER_RESTRICTED", {
    kind,
    endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
  });

/**
 * Returns the restriction that would hold a message in the ticket, if its connection already has the maximum number of held
 * messages; undefined = the message is accepted.
 */
export function exceedsHeldLimit(unit: TenantUnit, ticket: Ticket): ReturnType<typeof newChatRestriction> {
  if (!mayBeCold(ticket)) return undefined;
  const { connectionId } = ticket;
  const restriction = newChatRestriction(unit.db, connectionId);
  if (!restriction || countHeld(unit.db, connectionId) < MAX_HELD) return undefined;
  return isCold(unit.db, ticket) ? restriction : undefined;
}

/**
 * Checks a person's message to a contact who never wrote on the connection (docs/rules/reach.md#budget). Throws 409
 * ERR_NUMBER_RESTRICTED when the connection already has the maximum number of held messages, 409 ERR_NEW_CHAT_CONFIRM when the day's
 * budget is used up and the person has not confirmed.
 */
export function checkNewChat(unit: TenantUnit, ticket: Ticket): void {
  if (!mayBeCold(ticket)) return;
  const restriction = exceedsHeldLimit(unit, ticket);
  if (restriction) throw numberRestricted(restriction.kind, restriction.endsAt);
  const newChats = unit.tenant.installation.ports.use(NewChatsPort);
  if (newChats.needsConfirmation(unit, ticket)) throw new AppError(409, "ERR_NEW_CHAT_CONFIRM");
}
