import {
  type ConnectionRow,
  noUsableConnection,
  pickConnection,
  requireConnection,
} from "#channels/connections/index.ts";
import { holdsToken, isCold } from "#inbox/messages/index.ts";
import { confirmNewChat, isBeyondBudget, readerOf } from "#inbox/reach/budget.ts";
import { visibleContact } from "#people/contacts/index.ts";
import { AppError } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { NewChatAnswer } from "./contract.ts";

/**
 * Whether a message to a contact would start a new conversation (docs/rules/reach.md#before-writing). Uses the same rule as the
 * sender. Throws 404 ERR_NO_CONTACT_FOUND, 404 ERR_NO_WAPP_FOUND.
 */
export async function isNewChat(
  ctx: UserCtx,
  contactId: number,
  requestedId: number | null,
): Promise<NewChatAnswer> {
  const { tenant } = ctx;
  visibleContact(tenant, contactId);
  const connection = chosenConnection(ctx, requestedId);
  if (!connection) return { whatsappId: null, isCold: false, isBeyondBudget: false };
  const pair = { connectionId: connection.id, contactId };
  const isLinked = connection.channel === "whatsapp" && connection.provider !== "cloud";
  const isNew = isCold(tenant.db, pair) && !(isLinked && (await holdsToken(tenant, pair)));
  return { whatsappId: connection.id, isCold: isNew, isBeyondBudget: isBeyondBudget(readerOf(tenant), pair) };
}

/**
 * Stores that a person starts a conversation although the day's budget of the connection is used up
 * (docs/rules/reach.md#budget). Throws 404 ERR_NO_CONTACT_FOUND, 404 ERR_NO_WAPP_FOUND.
 */
export function startBeyondBudget(ctx: UserCtx, contactId: number, connectionId: number): void {
  const { tenant } = ctx;
  visibleContact(tenant, contactId);
  requireConnection(tenant.db, connectionId);
  tenant.write((unit) => confirmNewChat(unit, { connectionId, contactId }));
}

/** The requested connection, or the one that a new ticket of the caller gets; undefined while none is open. */
function chosenConnection({ tenant, actor }: UserCtx, requestedId: number | null): ConnectionRow | undefined {
  try {
    return pickConnection(tenant.db, { requestedId, ownId: actor.connectionId });
  } catch (error) {
    if (error instanceof AppError && error.code === noUsableConnection().code) return undefined;
    throw error;
  }
}
