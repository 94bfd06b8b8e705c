import type { Db } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { noChat, noChatMessage } from "./errors.ts";
import { isSender, ownsChat } from "./policy.ts";
import { findChat, findChatByUuid, findChatMessage, isMember } from "./queries.ts";
import type { Chat, ChatMessage } from "./schema.ts";

/**
 * Returns the chat if the caller is a member; admins, too, must be members (docs/rules/team.md#team-chat). Throws 404
 * ERR_NO_CHAT_FOUND.
 */
export function chatOfMember({ tenant, actor }: UserCtx, id: number, db: Db = tenant.db): Chat {
  return known(db, actor.id, findChat(db, id));
}

/** Returns the chat with this uuid if the caller is a member. Throws 404 ERR_NO_CHAT_FOUND. */
export const chatByUuid = ({ tenant: { db }, actor }: UserCtx, uuid: string): Chat =>
  known(db, actor.id, findChatByUuid(db, uuid));

/**
 * Returns the chat if the caller owns it. Throws 404 ERR_NO_CHAT_FOUND, 403 ERR_NO_PERMISSION for a member who is not
 * the owner.
 */
export function chatOfOwner(ctx: UserCtx, id: number, db: Db): Chat {
  const chat = chatOfMember(ctx, id, db);
  if (!ownsChat(ctx.actor, chat)) throw noPermission();
  return chat;
}

/**
 * Returns a message of a chat if the caller wrote it. Throws 404 ERR_NO_CHAT_FOUND, 404 ERR_NO_MESSAGE_FOUND, 403
 * ERR_NO_PERMISSION.
 */
export function ownMessage(ctx: UserCtx, chatId: number, messageId: number, db: Db): ChatMessage {
  chatOfMember(ctx, chatId, db);
  const message = findChatMessage(db, messageId);
  if (message?.chatId !== chatId || message.deletedAt !== null) throw noChatMessage();
  if (!isSender(ctx.actor, message)) throw noPermission();
  return message;
}

function known(db: Db, userId: number, chat: Chat | undefined): Chat {
  if (!chat || !isMember(db, chat.id, userId)) throw noChat();
  return chat;
}
