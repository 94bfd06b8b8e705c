import type { MayReadFile } from "#channels/media/index.ts";
import { one } from "#platform/db/database.ts";
import { isMember } from "./queries.ts";

const SHOWN_BY = "SELECT chat_id AS chatId FROM chat_message WHERE media_id = ?";

/** A file of a chat is read by its members. */
export const mayReadChatFile: MayReadFile = ({ tenant: { db }, actor }, fileId) => {
  const shown = one<{ chatId: number }>(db, SHOWN_BY, fileId);
  return shown !== undefined && isMember(db, shown.chatId, actor.id);
};
