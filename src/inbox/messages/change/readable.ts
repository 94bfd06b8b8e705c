import { abilitiesOf, findConnection } from "#channels/connections/index.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { goneFromNetwork, noMessage, notSupported, windowClosed } from "#inbox/messages/errors.ts";
import { presentMessages } from "#inbox/messages/present.ts";
import { messageById } from "#inbox/messages/queries.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { answerWindow, readableTicket, seesByRight, ticketById } from "#inbox/tickets/index.ts";
import { AppError, noPermission } from "#platform/errors.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";

/**
 * Returns the message if the caller may read it. Throws 404 ERR_NO_MESSAGE_FOUND, also for a message the caller may not
 * see.
 */
export function readableMessage(ctx: UserCtx, messageId: number): Message {
  const found = messageById(ctx.tenant.db, messageId);
  if (!found || found.deletedBy === "undone") throw noMessage();
  try {
    readableTicket(ctx, found.ticketId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw noMessage();
    throw error;
  }
  return found;
}

/**
 * Returns the message if the caller may read it by right, not only as a participant: participants may not change what the customer
 * sees. Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION.
 */
export function changeableMessage(ctx: UserCtx, messageId: number): Message {
  const found = readableMessage(ctx, messageId);
  const ticket = ticketById(ctx.tenant.db, found.ticketId);
  if (!ticket || !seesByRight(ctx.actor, ticket)) throw noPermission();
  return found;
}

/**
 * Checks that the channel supports the change and returns whether the connection is open. Throws 400 ERR_NOT_SUPPORTED,
 * and for a reaction after the answer window 400 ERR_WINDOW_CLOSED.
 */
export function requireChange(
  { db, now }: TenantUnit,
  message: Message,
  change: "edit" | "delete" | "react",
): boolean {
  const connection = findConnection(db, message.connectionId);
  if (!connection || !abilitiesOf(connection)[change]) throw notSupported();
  if (change === "react" && answerWindow(db, message, now) !== "open") throw windowClosed();
  return connection.status === "CONNECTED";
}

/**
 * Returns the network's id of a message to be changed. Throws 400 ERR_NOT_SUPPORTED while it waits to be sent, 404
 * ERR_FETCH_WAPP_MSG when it never reached the network (docs/rules/messages.md#not-on-network).
 */
export function networkIdOf({ providerId, sendState }: Message): string {
  if (providerId !== null) return providerId;
  throw sendState === "queued" || sendState === "sending" ? notSupported() : goneFromNetwork();
}

/** Presents a message that `readableMessage` has found. */
export function presentReadable(tenant: Tenant, messageId: number): MessageAnswer {
  const [answer] = presentMessages(tenant, [messageId]);
  if (!answer) throw new Error("readable message not found");
  return answer;
}
