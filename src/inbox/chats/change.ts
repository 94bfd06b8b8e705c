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

/**
 * Changes the text of a message, for its sender only. Throws 404 ERR_NO_CHAT_FOUND, 404 ERR_NO_MESSAGE_FOUND, 403
 * ERR_NO_PERMISSION.
 */
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
 * Deletes a message for all members, for its sender only: the row is kept, its text and file are removed. Throws the
 * errors of `editChatMessage`.
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

/** Shows the newest message that is not deleted in the preview; the chat keeps its position in the list. */
function changed(unit: TenantUnit, chatId: number, messageId: number): void {
  const lastMessage = lineOfMessage(unit, newestMessage(unit.db, chatId));
  unit.db.update(chat).set({ lastMessage }).where(eq(chat.id, chatId)).run();
  unit.emit(ChatMessageChanged, { chatId, messageId });
}
