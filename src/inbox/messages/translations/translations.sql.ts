import type { MessageTranslation } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

export const store = query<MessageTranslation & { promptId: number | null }>(
  `INSERT OR IGNORE INTO message_translation (message_id, language, body, prompt_id, at)
   VALUES (:messageId, :language, :body, :promptId, :at)`,
);
export const one = query<{ messageId: number; language: string }, { body: string }>(
  "SELECT body FROM message_translation WHERE message_id = :messageId AND language = :language",
);
export const remove = query<{ messageId: number }>(
  "DELETE FROM message_translation WHERE message_id = :messageId",
);
