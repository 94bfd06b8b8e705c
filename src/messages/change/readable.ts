import { findConnection } from "#connections/index.ts";
import { noMessage, notSupported, windowClosed } from "#messages/errors.ts";
import { messageById } from "#messages/rows.ts";
import type { Message } from "#messages/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { answerWindow, readableTicket } from "#tickets/index.ts";

/** The message, if the caller may read it. Throws 404 ERR_NO_MESSAGE_FOUND: what one may not see does not exist. */
export function readableMessage(ctx: UserCtx, messageId: number): Message {
  const found = messageById(ctx.tenant.db, messageId);
  if (!found) throw noMessage();
  try {
    readableTicket(ctx, found.ticketId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw noMessage();
    throw error;
  }
  return found;
}

/**
 * The official number reacts, too, while its window is open. Throws 400 ERR_NOT_SUPPORTED, 400 ERR_WINDOW_CLOSED.
 */
export function requireReacting({ db, now }: TenantUnit, message: Message): void {
  const connection = findConnection(db, message.connectionId);
  if (connection?.channel !== "whatsapp") throw notSupported();
  if (answerWindow(db, message, now) !== "open") throw windowClosed();
}

/** Only the unofficial driver changes what was sent. Throws 400 ERR_NOT_SUPPORTED. Answers whether it is open. */
export function requireUnofficial(db: Db, message: Message): boolean {
  const connection = findConnection(db, message.connectionId);
  if (connection?.channel !== "whatsapp" || connection.provider === "cloud") throw notSupported();
  return connection.status === "CONNECTED";
}
