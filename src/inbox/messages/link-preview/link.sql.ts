import type { MessageLink } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

export const store = query<MessageLink & { picture: string | null }>(
  `INSERT OR REPLACE INTO message_link (message_id, url, title, text, picture)
   VALUES (:messageId, :url, :title, :text, :picture)`,
);
export const ofMessage = query<{ messageId: number }, Omit<MessageLink, "messageId">>(
  "SELECT url, title, text, picture FROM message_link WHERE message_id = :messageId",
);
/** Removes the preview unless the new text still contains its address. */
export const removeUnless = query<{ messageId: number; body: string }>(
  "DELETE FROM message_link WHERE message_id = :messageId AND instr(:body, url) = 0",
);
export const remove = query<{ messageId: number }>("DELETE FROM message_link WHERE message_id = :messageId");
