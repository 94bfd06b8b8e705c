import { eq } from "drizzle-orm";
import { removeMediaFile } from "#channels/media/index.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { ownMessage } from "./access.ts";
import { ChatMessageChanged } from "./events.ts";
import { mentionedIn } from "./policy.ts";
import { membersOf, newestMessage } from "./queries.ts";
import { chat, chatMessage } from "./schema.ts";
import { lineOfMessage } from "./write.ts";

/** The sender edits a message. Throws 404 ERR_NO_CHAT_FOUND, 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION. */
export function editChatMessage(ctx: UserCtx, chatId: number, messageId: number, text: string): void {
  ctx.tenant.write((unit) => {
    const before = ownMessage(ctx, chatId, messageId, unit.db);
    if (before.body === text) return;
    const mentions = JSON.stringify(
      mentionedIn(text, membersOf(unit.db, chatId)).filter((id) => id !== ctx.actor.id),
    );
    unit.db
      .update(chatMessage)
      .set({ body: text, mentions, isEdited: true, updatedAt: unit.now })
      .where(eq(chatMessage.id, messageId))
      .run();
    changed(unit, chatId, messageId);
  });
}

/**
 * The sender deletes a message for all members: the row stays, its text and file are removed. Throws as
 * `editChatMessage`.
 */
export function deleteChatMessage(ctx: UserCtx, chatId: number, messageId: number): void {
  ctx.tenant.write((unit) => {
    const { mediaId } = ownMessage(ctx, chatId, messageId, unit.db);
    unit.db
      .update(chatMessage)
      .set({ body: "", mediaId: null, mentions: "[]", deletedAt: unit.now, updatedAt: unit.now })
      .where(eq(chatMessage.id, messageId))
      .run();
    noteRemovedWords(unit);
    if (mediaId !== null) removeMediaFile(unit, mediaId);
    changed(unit, chatId, messageId);
  });
}

/** The preview shows the newest message that is left; the chat keeps its position in the list. */
function changed(unit: TenantUnit, chatId: number, messageId: number): void {
  const lastMessage = lineOfMessage(unit, newestMessage(unit.db, chatId));
  unit.db.update(chat).set({ lastMessage }).where(eq(chat.id, chatId)).run();
  unit.emit(ChatMessageChanged, { chatId, messageId });
}
