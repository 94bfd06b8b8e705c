import { eq } from "drizzle-orm";
import { findUser } from "#accounts/users/index.ts";
import { execute } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { chatOfOwner } from "./access.ts";
import * as sql from "./chats.sql.ts";
import type { ChatBody, UpdateChatBody } from "./contract.ts";
import { ChatSaved } from "./events.ts";
import { findChat, memberIds } from "./queries.ts";
import { type Chat, chat } from "./schema.ts";

/**
 * Creates a chat owned by the caller; every user of the company may do so. Throws 400 ERR_VALIDATION (a user that does
 * not exist).
 */
export function createChat({ tenant, actor }: UserCtx, { title, users }: ChatBody): Chat {
  return tenant.write((unit) => {
    const row = unit.db
      .insert(chat)
      .values({ uuid: newUuid(), title, ownerId: actor.id, createdAt: unit.now, updatedAt: unit.now })
      .returning()
      .get();
    const after = wanted(unit, actor.id, users);
    for (const userId of after) join(unit, row, userId);
    unit.emit(ChatSaved, { chatId: row.id, before: [], after });
    return row;
  });
}

/**
 * Changes title and members, for the owner only. Removed members lose access immediately; new members may read all earlier messages.
 * Throws 404 ERR_NO_CHAT_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION.
 */
export function updateChat(ctx: UserCtx, id: number, { title, users }: UpdateChatBody): Chat {
  return ctx.tenant.write((unit) => {
    const row = chatOfOwner(ctx, id, unit.db);
    const before = memberIds(unit.db, id);
    const after = users ? wanted(unit, row.ownerId, users) : before;
    for (const userId of after) if (!before.includes(userId)) join(unit, row, userId);
    for (const userId of before) if (!after.includes(userId)) leave(unit, id, userId);
    unit.db
      .update(chat)
      .set({ title: title ?? row.title, updatedAt: unit.now })
      .where(eq(chat.id, id))
      .run();
    unit.emit(ChatSaved, { chatId: id, before, after });
    return findChat(unit.db, id) ?? row;
  });
}

/** Removes a member from a chat. */
export function leave({ db }: TenantUnit, chatId: number, userId: number): void {
  execute(db, sql.deleteMember, { chatId, userId });
}

/** Adds a member. Earlier messages do not count as unread for them. */
function join({ db, now }: TenantUnit, { id, lastMessageId }: Chat, userId: number): void {
  execute(db, sql.insertMember, { chatId: id, userId, lastReadId: lastMessageId, now });
}

/** Returns the owner and the named users, each once. */
function wanted({ tenant }: TenantUnit, ownerId: number, users: ChatBody["users"]): number[] {
  const ids = new Set([ownerId, ...users.map(({ id }) => id)]);
  for (const id of ids)
    if (id !== ownerId && !findUser(tenant, id)) throw invalidFields({ users: "invalid" });
  return [...ids];
}
