import { removeMediaFile } from "#channels/media/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { chatOfOwner } from "./access.ts";
import * as sql from "./chats.sql.ts";
import { ChatDeleted, ChatSaved } from "./events.ts";
import { memberIds } from "./queries.ts";
import { leave } from "./save.ts";

/** Deletes a chat with all its messages, for its owner only. Throws 404 ERR_NO_CHAT_FOUND, 403 ERR_NO_PERMISSION. */
export function deleteChat(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    chatOfOwner(ctx, id, unit.db);
    erase(unit, id);
  });
}

/**
 * Removes a deleted user from all chats. A chat that the user owned gets its longest-standing member as owner; without members it is
 * deleted.
 */
export function forgetMember(unit: TenantUnit, userId: number): void {
  const { db } = unit;
  for (const { id, ownerId } of queryAll(db, sql.chatsOfUser, { userId })) {
    const before = memberIds(db, id);
    leave(unit, id, userId);
    const [heir] = queryAll(db, sql.oldestMember, { chatId: id });
    if (!heir) {
      erase(unit, id);
      continue;
    }
    if (ownerId === userId) execute(db, sql.setOwner, { ownerId: heir.id, id });
    unit.emit(ChatSaved, { chatId: id, before, after: memberIds(db, id) });
  }
}

function erase(unit: TenantUnit, chatId: number): void {
  const { db } = unit;
  const members = memberIds(db, chatId);
  const files = queryAll(db, sql.filesOfChat, { chatId });
  execute(db, sql.deleteChat, { id: chatId });
  noteRemovedWords(unit);
  for (const { id } of files) removeMediaFile(unit, id);
  unit.emit(ChatDeleted, { chatId, members });
}
