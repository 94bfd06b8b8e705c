import { removeMediaFile } from "#channels/media/index.ts";
import { all, run } from "#platform/db/database.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { chatOfOwner } from "./access.ts";
import { ChatDeleted, ChatSaved } from "./events.ts";
import { memberIds } from "./queries.ts";
import { leave } from "./save.ts";

/** The owner deletes a chat with all that was said in it. Throws 404 ERR_NO_CHAT_FOUND, 403 ERR_NO_PERMISSION. */
export function deleteChat(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    chatOfOwner(ctx, id, unit.db);
    erase(unit, id);
  });
}

const CHATS_OF = `SELECT c.id, c.owner_id AS ownerId FROM chat_member m JOIN chat c ON c.id = m.chat_id
  WHERE m.user_id = ?`;
const FILES = "SELECT media_id AS id FROM chat_message WHERE chat_id = ? AND media_id IS NOT NULL";
const HEIR = "SELECT user_id AS id FROM chat_member WHERE chat_id = ? ORDER BY joined_at, user_id LIMIT 1";

/** Who leaves the company leaves its chats; theirs go to the member who is there longest, or end with the last one. */
export function forgetMember(unit: TenantUnit, userId: number): void {
  const { db } = unit;
  for (const { id, ownerId } of all<{ id: number; ownerId: number }>(db, CHATS_OF, userId)) {
    const before = memberIds(db, id);
    leave(unit, id, userId);
    const [heir] = all<{ id: number }>(db, HEIR, id);
    if (!heir) {
      erase(unit, id);
      continue;
    }
    if (ownerId === userId) run(db, "UPDATE chat SET owner_id = ? WHERE id = ?", heir.id, id);
    unit.emit(ChatSaved, { chatId: id, before, after: memberIds(db, id) });
  }
}

function erase(unit: TenantUnit, chatId: number): void {
  const { db } = unit;
  const members = memberIds(db, chatId);
  const files = all<{ id: number }>(db, FILES, chatId);
  run(db, "DELETE FROM chat WHERE id = ?", chatId);
  noteRemovedWords(unit);
  for (const { id } of files) removeMediaFile(unit, id);
  unit.emit(ChatDeleted, { chatId, members });
}
