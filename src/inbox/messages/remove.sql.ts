import { query } from "#platform/db/query.ts";

export const deleteMessage = query<{ id: number }>("DELETE FROM message WHERE id = :id");
