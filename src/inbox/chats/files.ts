import type { MayReadFile } from "#channels/media/index.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./chats.sql.ts";
import { isMember } from "./queries.ts";

/** Only the members of a chat may read its files. */
export const mayReadChatFile: MayReadFile = ({ tenant: { db }, actor }, fileId) => {
  const shown = queryOne(db, sql.chatsShowing, { mediaId: fileId });
  return shown !== undefined && isMember(db, shown.chatId, actor.id);
};
