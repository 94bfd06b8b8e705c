import { query } from "#platform/db/query.ts";

export const shown = query<{ path: string }, unknown>("SELECT 1 FROM media_file WHERE path = :path");
