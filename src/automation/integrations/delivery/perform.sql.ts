import { query } from "#platform/db/query.ts";

export const queueById = query<{ id: number }, unknown>("SELECT 1 FROM queue WHERE id = :id");
export const tagById = query<{ id: number }, unknown>("SELECT 1 FROM tag WHERE id = :id");
