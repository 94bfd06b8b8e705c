import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { messageTemplate } from "./schema.ts";

const { columns, read } = rowReader(messageTemplate);

export { read };

/** With `language` null, an approved language comes first. */
export const byName = query<{ connectionId: number; name: string; language: string | null }, unknown>(
  `SELECT ${columns} FROM message_template WHERE connection_id = :connectionId AND name = :name
   AND (:language IS NULL OR language = :language) ORDER BY status = 'APPROVED' DESC, language LIMIT 1`,
);
