import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { prompt } from "./schema.ts";

const { columns, read } = rowReader(prompt);

export { read };

export const byId = query<{ id: number }, unknown>(`SELECT ${columns} FROM prompt WHERE id = :id`);
export const defaultOf = query<{ queueId: number | null }, unknown>(
  `SELECT ${columns} FROM prompt WHERE api_key <> '' ORDER BY queue_id IS :queueId DESC, id LIMIT 1`,
);
